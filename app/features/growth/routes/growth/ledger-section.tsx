import { useIsExample } from "~/design/example";
import { addresses } from "~/platform/values/addresses";
import { withCommas } from "~/platform/values/numbers";
import { say } from "~/platform/values/say";
import type { ShownLedger } from "./ledger.server.ts";

const card = "card p-4 shadow-card";
/** Two abreast where there is room. */
const cards = "mt-3 flex flex-col gap-3 @2xl:grid @2xl:grid-cols-2";
const link = "font-semibold text-blue-ink underline";

/** What brought followers: Instagram's own counts, what coincided, and bursts of which nothing is claimed. */
export function LedgerSection({ ledger }: { ledger: ShownLedger }) {
  const { text, named, bursts, notes, way } = ledger;
  const isExample = useIsExample();
  return (
    <section aria-labelledby="ledger-title" id="what-brought-followers" className="@container">
      <h2 id="ledger-title" className="text-xl font-extrabold">
        What brought followers
      </h2>
      {ledger.isCounted && <Counted counted={ledger.counted} />}
      {text && (
        <p className={named.length > 0 ? "mt-3" : "mt-3 rounded-card bg-tint p-5 text-muted"}>
          {text}{" "}
          {way && (
            <a href={addresses[way.to]} className={link}>
              {way.label}
            </a>
          )}
        </p>
      )}
      {named.length > 0 && (
        <ul className={cards}>
          {named.map(({ post, text: said, chance }) => (
            <li key={`${post} ${said}`} className={card}>
              <span className="block font-bold">{post}</span>
              <span className="block">{said}</span>
              <span className="block text-sm text-muted">{chance}</span>
            </li>
          ))}
        </ul>
      )}
      {bursts.length > 0 && (
        <>
          <h3 className="mt-5 font-extrabold">Largest bursts</h3>
          <p className="mt-1 text-muted">{ledger.aboutBursts}</p>
          <ul className={cards}>
            {bursts.map(({ post, text: said }) => (
              <li key={`${post} ${said}`} className={card}>
                <span className="block font-bold">{post}</span>
                <span className="block">{said}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="mt-3 flex flex-col gap-2 text-sm text-muted">
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
        {(notes.length > 0 || ledger.isCounted) && !isExample && (
          <p>
            <a href={addresses.growthFile("what-brought-followers")} className={link}>
              All posts as CSV<span className="sr-only">: What brought followers</span>
            </a>
          </p>
        )}
      </div>
    </section>
  );
}

function Counted({ counted }: Pick<ShownLedger, "counted">) {
  if (counted.length === 0)
    return (
      <p className="mt-3 text-muted">
        Instagram itself has counted no follows from your latest posts.
      </p>
    );
  return (
    <ul className={`mt-3 divide-y divide-line ${card}`}>
      {counted.map(({ posts, others, text }) => (
        <li key={text} className="py-3 first:pt-0 last:pb-0">
          <span className="block">{say`${text}:`}</span>
          <ul className="mt-1 flex flex-wrap gap-x-5 gap-y-1 font-bold">
            {posts.map(({ post, permalink }) => (
              <li key={`${post} ${permalink}`}>
                {permalink ? (
                  <a href={permalink} rel="noopener noreferrer" target="_blank" className={link}>
                    {post}
                  </a>
                ) : (
                  post
                )}
              </li>
            ))}
            {others > 0 && (
              <li className="font-normal text-muted">and {withCommas(others)} more</li>
            )}
          </ul>
        </li>
      ))}
    </ul>
  );
}
