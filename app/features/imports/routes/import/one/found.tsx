import words from "content:import";
import { commaList } from "~/platform/values/listed";
import type { ImportPage } from "./page-of.server.ts";

/** What was found in the export. */
export function FoundSection({ page }: { page: ImportPage }) {
  const { found, parts, unknownLabels, whole, counted } = page;
  if (found.length === 0) return null;
  return (
    <section aria-labelledby="found" className="mt-8">
      <h2 id="found" className="text-xl font-extrabold">
        In this export
      </h2>
      <dl className="mt-3 divide-y divide-line">
        {found.map(({ label, value }) => (
          <div key={label} className="flex items-baseline justify-between gap-3 py-2">
            <dt className="text-muted">{label}</dt>
            <dd className="text-end font-bold wrap-anywhere tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {whole && (
        <div className="my-3 rounded-card bg-tint p-4">
          <h3 className="font-bold">{words.evidence.title}</h3>
          <p className="mt-1">{whole}</p>
        </div>
      )}
      {counted && <p className="my-3 rounded-card bg-tint p-4">{counted}</p>}
      {parts.length > 0 && (
        <p className="mt-2 text-sm text-muted">{`Also in it: ${commaList(parts)}.`}</p>
      )}
      {unknownLabels.length > 0 && (
        <>
          <p className="mt-3 text-sm text-muted">{words.unknownLabels}</p>
          <ul className="mt-1 list-disc ps-5 text-sm wrap-anywhere text-muted">
            {unknownLabels.map((label) => (
              <li key={label}>
                <bdi>{label}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
