import { PostLink } from "~/features/growth/views/post-link";
import { addresses } from "~/platform/values/addresses";
import { withCommas } from "~/platform/values/numbers";
import { say } from "~/platform/values/say";
import { GrowthFileLink, SectionNotes } from "./growth-section.tsx";
import type { ShownLedger } from "./ledger.server.ts";

const card = "card p-4 shadow-card";

/** What brought followers: Instagram's own counts, what coincided, and bursts of which nothing is claimed. */
export function LedgerSection({ ledger }: { ledger: ShownLedger }) {
  const { text, named, bursts, notes, way } = ledger;
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
            <a href={addresses[way.to]} className="font-semibold text-blue-ink underline">
              {way.label}
            </a>
          )}
        </p>
      )}
      <LedgerCards posts={named} />
      {bursts.length > 0 && (
        <>
          <h3 className="mt-5 font-extrabold">Largest bursts</h3>
          <p className="mt-1 text-muted">{ledger.aboutBursts}</p>
          <LedgerCards posts={bursts} />
        </>
      )}
      <SectionNotes notes={notes} isAlone={false}>
        {(notes.length > 0 || ledger.isCounted) && (
          <GrowthFileLink file="what-brought-followers">
            All posts as CSV<span className="sr-only">: What brought followers</span>
          </GrowthFileLink>
        )}
      </SectionNotes>
    </section>
  );
}

interface LedgerCardsProps {
  posts: readonly { name: string; text: string; chance?: string }[];
}

/** Two abreast where there is room. */
function LedgerCards({ posts }: LedgerCardsProps) {
  if (posts.length === 0) return null;
  return (
    <ul className="mt-3 flex flex-col gap-3 @2xl:grid @2xl:grid-cols-2">
      {posts.map(({ name, text, chance }) => (
        <li key={`${name} ${text}`} className={card}>
          <span className="block font-bold">{name}</span>
          <span className="block">{text}</span>
          {chance && <span className="block text-sm text-muted">{chance}</span>}
        </li>
      ))}
    </ul>
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
            {posts.map((post) => (
              <li key={`${post.name} ${post.permalink}`}>
                <PostLink {...post} />
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
