import words from "content:import";
import type { Column } from "./page-of.server.ts";

/** What follows from an import: two ways of reading it stand side by side. */
export function ReadingsTable({ columns }: { columns: readonly Column[] }) {
  const [first] = columns;
  if (!first) return null;
  return (
    <table className="mt-5 w-full border-collapse text-left">
      <caption className="sr-only">{words.readings.title}</caption>
      <thead>
        <tr className="border-b border-line align-bottom">
          <td />
          {columns.map(({ title }) => (
            <th key={title} scope="col" className="py-2 pl-3 text-right text-sm">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {first.facts.map(({ label }, row) => (
          <tr key={label} className="border-b border-line">
            <th scope="row" className="py-2 font-normal text-muted">
              {label}
            </th>
            {columns.map(({ title, facts }) => (
              <td key={title} className="py-2 pl-3 text-right font-bold tabular-nums">
                {facts[row]?.value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
