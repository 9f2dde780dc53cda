import { parseJson } from "../../../platform/values/json.ts";

/** How much of Instagram's limits is used up, as the headers of an answer say. Null: not said. */
export interface Usage {
  /** Percent of what all accounts of this app may use together (`X-App-Usage`, a rolling hour). */
  app: number | null;
  /** Percent of what this account may use (`X-Business-Use-Case-Usage`). */
  account: number | null;
  /** Minutes until the account is let in again; 0 while it is. */
  regainMinutes: number;
}

/** From this percentage on, readings wait (docs/instagram.md#errors). */
const careful = 75;
/** Minutes to wait where Instagram does not say: its shortest window is an hour. */
export const unsaidWait = 60;
const shortestPause = 5;
/** A wrong answer must not put a reading off for longer. */
export const longestWait = 24 * 60;

export function readUsage(headers: { get(name: string): string | null }): Usage {
  const app = fieldsOf(parseJson(headers.get("x-app-usage") ?? "").value);
  // {"<account>": [{"type", "call_count", "total_cputime", "total_time", "estimated_time_to_regain_access"}]}
  const account = Object.values(
    fieldsOf(parseJson(headers.get("x-business-use-case-usage") ?? "").value),
  )
    .flat()
    .map(fieldsOf);
  const minutes = account.map((entry) => numberOf(entry.estimated_time_to_regain_access) ?? 0);
  return {
    app: highest([app]),
    account: highest(account),
    regainMinutes: Math.min(longestWait, Math.max(0, ...minutes)),
  };
}

/**
 * How many minutes to wait before the next call, so that a limit is not hit: 0 below 75 %, from there 5 minutes rising
 * to an hour, or as long as Instagram says.
 * @returns for all accounts of this app, and for this account
 */
export const pausesFor = ({ app, account, regainMinutes }: Usage) => ({
  app: pauseAt(app),
  account: regainMinutes > 0 ? Math.ceil(regainMinutes) : pauseAt(account),
});

function pauseAt(percent: number | null): number {
  if (percent === null || percent < careful) return 0;
  const share = Math.min(1, (percent - careful) / (100 - careful));
  return Math.round(shortestPause + share * (unsaidWait - shortestPause));
}

type Fields = Record<string, unknown>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? (value as Fields) : {};
const numberOf = (value: unknown) =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;

/** The limit that is nearest decides. */
function highest(entries: Fields[]): number | null {
  const given = entries
    .flatMap((entry) => [entry.call_count, entry.total_cputime, entry.total_time])
    .flatMap((value) => numberOf(value) ?? []);
  return given.length > 0 ? Math.max(...given) : null;
}
