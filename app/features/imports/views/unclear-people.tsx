import words from "content:import";
import { PersonLink } from "~/features/analysis/person-link";
import type { UnclearNames } from "~/features/history/turnover";
import { withCommas } from "~/platform/values/numbers";

/** Names of people of whom nobody can tell who is who. */
export interface ShownUnclear extends Pick<UnclearNames, "before" | "after"> {
  /** How many more there are, in words; empty where there are none. */
  others: string;
}

export const shownUnclear = ({ before, after, others }: UnclearNames): ShownUnclear => ({
  before,
  after,
  others: others > 0 ? words.changes.unclear.others.replace("{count}", withCommas(others)) : "",
});

const { unclear: said } = words.changes;

/** People of one second of whom nobody can tell who left and who has a new name. */
export function UnclearPeople({ unclear: { before, after, others } }: { unclear: ShownUnclear }) {
  return (
    <div className="mt-5 rounded-card bg-tint p-4">
      <h3 className="font-bold">{said.title}</h3>
      <p className="mt-1 text-sm">{said.text}</p>
      <dl className="mt-3">
        <Names label={said.before} names={before} />
        <Names label={said.after} names={after} />
      </dl>
      {others && <p className="mt-2 text-sm">{others}</p>}
    </div>
  );
}

function Names({ label, names }: { label: string; names: readonly string[] }) {
  return (
    <>
      <dt className="mt-2 text-sm font-semibold">{label}</dt>
      <dd className="wrap-anywhere">
        {names.map((username, index) => (
          <span key={username}>
            {index > 0 && ", "}
            <PersonLink username={username} />
          </span>
        ))}
      </dd>
    </>
  );
}
