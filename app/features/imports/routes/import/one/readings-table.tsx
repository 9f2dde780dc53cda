import words from "content:import";
import type { Column } from "./page-of.server.ts";

/** What would follow from an import that is held: two ways of reading it stand side by side. */
export function ReadingsTable({ columns }: { columns: readonly Column[] }) {
  const [first] = columns;
  if (!first) return null;
  return (
    <section aria-labelledby="readings" className="mt-8">
      <h2 id="readings" className="text-xl font-extrabold">
        {words.readings.title}
      </h2>
      <table className="mt-3 w-full table-fixed border-separate border-spacing-0 overflow-hidden rounded-card border border-line text-start shadow-card">
        <thead className="bg-tint">
          <tr>
            <td />
            {columns.map(({ title }) => (
              <th
                key={title}
                scope="col"
                className="px-2 py-2.5 text-end text-sm leading-tight wrap-anywhere"
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {first.facts.map(({ label }, row) => (
            <tr key={label}>
              <th
                scope="row"
                className="border-t border-line px-3 py-2.5 font-normal wrap-anywhere"
              >
                {label}
              </th>
              {columns.map(({ title, facts }) => (
                <td
                  key={title}
                  className="border-t border-line px-2 py-2.5 text-end font-bold wrap-anywhere tabular-nums"
                >
                  {facts[row]?.value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
