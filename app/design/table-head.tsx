import type { Direction } from "~/platform/values/sorting";

export interface ColumnHead {
  label: string;
  /** The address of the same table, sorted by this column. */
  href?: string | undefined;
  /** Set for the column by which it is sorted. */
  sorted?: Direction | undefined;
}

/**
 * The heads of a table's columns. On a phone a table is a list and has none (app/design/styles/tables.css): its parts have
 * roles, as a table that is drawn otherwise is none to a screen reader.
 */
export function TableHead({ heads }: { heads: readonly ColumnHead[] }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: see above
    <thead role="rowgroup">
      {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
      <tr role="row">
        {heads.map(({ label, href, sorted }) => (
          // biome-ignore lint/a11y/noRedundantRoles: see above
          <th key={label} scope="col" role="columnheader" aria-sort={sorted}>
            {href ? <a href={href}>{label}</a> : label}
          </th>
        ))}
      </tr>
    </thead>
  );
}
