import { useIsExample } from "../example.tsx";
import type { ShownTable } from "./shown-chart.ts";

/** Whether a cell is words, not a figure or a date: on one line it would push the columns out of sight on a phone. */
const isLong = (cell = "") => cell.length > 18;

/** A chart's values for those who read instead of look. The page's script takes the value under the finger from it. */
export function ChartTable({ name, table }: { name: string; table: ShownTable }) {
  const [head, ...rest] = table.columns;
  // The exports of the example have no pages.
  const isExample = useIsExample();
  return (
    <>
      {table.note && <p className="pb-2 text-sm text-muted">{table.note}</p>}
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        aria-label={`Table: ${name}`}
        className="max-h-96 scroll-pt-12 overflow-auto rounded-xl border border-line"
      >
        <table className="w-full text-start text-sm tabular-nums">
          <thead className="sticky top-0 bg-tint">
            <tr>
              <th scope="col" className="px-3 py-2">
                {head}
              </th>
              {rest.map((column) => (
                <th key={column} scope="col" className="px-3 py-2 text-end">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="[&_td]:border-t [&_td]:border-line [&_td]:px-3 [&_td]:py-1.5 [&_td]:text-end [&_td]:whitespace-nowrap [&_th]:border-t [&_th]:border-line [&_th]:px-3 [&_th]:py-1.5 [&_th]:font-normal">
            {table.rows.map(({ cells, x, y, link }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
              <tr key={index} data-x={x} data-y={y}>
                <th scope="row">
                  {link && !isExample ? (
                    <a
                      href={link.to}
                      aria-label={`${cells[0]}, ${link.name}`}
                      className="text-blue-ink underline"
                    >
                      {cells[0]}
                    </a>
                  ) : (
                    cells[0]
                  )}
                </th>
                {rest.map((column, at) => (
                  <td
                    key={column}
                    className={isLong(cells[at + 1]) ? "whitespace-normal!" : undefined}
                  >
                    {cells[at + 1]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
