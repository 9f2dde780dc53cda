import { useIsExample } from "~/design/example";
import { addresses } from "~/platform/values/addresses";
import type { ShownAudience } from "./audience.server.ts";

/** Of a list: said once, not with each row. */
const style =
  "mb-6 w-full break-inside-avoid text-start text-sm tabular-nums [&_svg]:mt-1 [&_svg]:h-1 [&_svg]:w-full [&_svg]:fill-blue rtl:[&_svg]:-scale-x-100 [&_td]:w-px [&_td]:py-2 [&_td]:text-end [&_td]:align-top [&_td]:whitespace-nowrap [&_th]:py-2 [&_th]:pe-3 [&_th]:font-normal [&_th]:wrap-anywhere [&_tr]:border-t [&_tr]:border-line";

/** Countries, cities, age and gender of followers, and who sees the posts. */
export function AudienceSection({ audience: { lists, notes } }: { audience: ShownAudience }) {
  const isExample = useIsExample();
  return (
    <section aria-labelledby="your-audience-title" id="your-audience" className="@container">
      <h2 id="your-audience-title" className="text-xl font-extrabold">
        Your audience
      </h2>
      {lists.length > 0 && (
        <div className="mt-4 gap-x-10 @xl:columns-2 @5xl:columns-3">
          {lists.map(({ title, about, rows }) => (
            <table key={title} className={style}>
              <caption className="pb-1 text-start">
                <span className="block text-base font-extrabold">{title}</span>
                <span className="block text-sm text-muted">{about}</span>
              </caption>
              <tbody>
                {rows.map(({ name, percent, text }) => (
                  <tr key={name}>
                    <th scope="row">
                      <bdi>{name}</bdi>
                      <svg aria-hidden="true" viewBox="0 0 100 4" preserveAspectRatio="none">
                        <path d={`M0 0h${Math.max(1, percent)}v4H0z`} />
                      </svg>
                    </th>
                    <td>{text}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          ))}
        </div>
      )}
      <div
        className={
          lists.length > 0
            ? "mt-3 flex flex-col gap-2 text-sm text-muted"
            : "mt-3 flex flex-col gap-2 rounded-card bg-tint p-5 text-muted"
        }
      >
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
        {lists.length > 0 && !isExample && (
          <p>
            <a
              href={addresses.growthFile("your-audience")}
              className="font-semibold text-blue-ink underline"
            >
              All of it as CSV<span className="sr-only">: Your audience</span>
            </a>
          </p>
        )}
      </div>
    </section>
  );
}
