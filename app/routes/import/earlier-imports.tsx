import words from "content:import";
import { counted } from "~/domain/numbers";
import { addresses } from "~/web/addresses";
import type { ListedImport } from "./listed.server.ts";

export function EarlierImports({ imports }: { imports: readonly ListedImport[] }) {
  return (
    <section aria-labelledby="earlier" className="mt-9">
      <h2 id="earlier" className="text-xl font-extrabold">
        {words.earlier.title}
      </h2>
      {imports.length === 0 && <p className="mt-2 text-muted">{words.earlier.none}</p>}
      <ul className="mt-3 divide-y divide-line">
        {imports.map(({ id, state, date, account, followers }) => (
          <li key={id}>
            <a
              href={addresses.importOf(id)}
              className="flex items-baseline justify-between gap-3 py-3 text-ink no-underline hover:underline"
            >
              <span>
                <span className="block font-bold">{date}</span>
                {state !== "refused" && (
                  <span className="block text-sm text-muted">
                    {account && `${account}, `}
                    {counted(followers, "follower")}
                  </span>
                )}
              </span>
              <span className="text-sm font-semibold text-blue-ink">{words.states[state]}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
