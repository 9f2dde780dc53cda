import {
  forgetRefusals,
  isMailboxName,
  isSwitchedOff,
  listRefusals,
} from "~/platform/outbox/mail-refusals.server";
import type { OutboxKind } from "~/platform/outbox/runner.server";
import { entryName } from "~/platform/outbox/store/name.server";
import {
  countUnsettled,
  findUnsettled,
  listUnsettled,
  markGivenUp,
  retry,
  retryAll,
  type Unsettled,
} from "~/platform/outbox/store/operations.server";
import { dayInSeconds, hourInSeconds } from "~/platform/values/durations";
import { counted } from "~/platform/values/numbers";
import { redact } from "~/platform/values/redaction";

/** Entries that wait only for the person's next press, or for their next time, are not listed. */
function isListed({ isStanding }: OutboxKind, entry: Unsettled, now: number): boolean {
  const { state, dueAt, attempts } = entry;
  if (state !== "waiting") return true;
  return dueAt !== null && !(isStanding && attempts === 0 && dueAt > now);
}

/** Since when an entry waits. A standing one waits since it is due. */
const waitsSince = ({ isStanding }: OutboxKind, { since, dueAt }: Unsettled, now: number) =>
  isStanding ? Math.min(now, dueAt ?? now) : (since ?? now);

/**
 * Lists entries that wait, need a person or are set aside, by kind and age, and the mailboxes that refuse letters. The lines
 * contain no personal data.
 */
export async function outboxReport(kinds: readonly OutboxKind[], now: number): Promise<string[]> {
  const all = await Promise.all(
    kinds.map(async (kind) => {
      const [counts, listed] = await Promise.all([countUnsettled(kind), listUnsettled(kind)]);
      return { kind, counts, ...listed };
    }),
  );
  const lines = all.flatMap(({ kind, counts, entries, isCut }) => [
    `${kind.name}: ${counts.waiting} waiting, ${counts.needsPerson} need a person, ${counts.setAside} set aside`,
    ...entries
      .filter((entry) => isListed(kind, entry, now))
      .map((entry) => `  ${entryName(kind.name, entry.id)}  ${described(entry, now)}`),
    ...(isCut ? ["  and more"] : []),
  ]);
  return [...lines, ...(await refusalLines(now))];
}

/** How many mailboxes are listed at most. */
const mostMailboxes = 1_000;

/** Nothing where no mailbox has refused a letter for good. */
async function refusalLines(now: number): Promise<string[]> {
  const refusing = await listRefusals(mostMailboxes);
  if (refusing.length === 0) return [];
  const lines = refusing.flatMap(({ mailbox, kinds }) =>
    Object.entries(kinds).map(([kind, refusals]) => {
      const { count, lastAt, reason } = refusals;
      const times = count === 1 ? "once" : `${count} times`;
      const off = isSwitchedOff(refusals, now) ? ", switched off" : "";
      return `  ${mailbox}  ${kind} refused ${times}, ${duration(now - lastAt)} ago${off}: ${reason}`;
    }),
  );
  const more = refusing.length === mostMailboxes ? ["  and more"] : [];
  const mailboxes = refusing.length === 1 ? "mailbox" : "mailboxes";
  return [`letters refused for good: ${refusing.length} ${mailboxes}`, ...lines, ...more];
}

function described({ state, since, dueAt, attempts, reason }: Unsettled, now: number): string {
  const age = since === undefined ? "of unknown age" : `for ${duration(now - since)}`;
  const tried = counted(attempts, "attempt");
  const next = dueAt === null ? "none to come" : `next in ${duration(dueAt - now)}`;
  const words = state.replace("-", " ");
  if (state === "set-aside") return `${words} ${age}: ${reason}`;
  return `${words} ${age}, ${tried}, ${next}${reason ? `: ${redact(reason)}` : ""}`;
}

/** `42 s`, `7 min`, `3 h`, `12 d`; `0 s` for times in the past. */
function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1_000));
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 2 * hourInSeconds) return `${Math.round(seconds / 60)} min`;
  if (seconds < 2 * dayInSeconds) return `${Math.round(seconds / hourInSeconds)} h`;
  return `${Math.round(seconds / dayInSeconds)} d`;
}

/** An operator's command for one entry. `name`: as in the report. */
export type OperatorCommand =
  | { word: "give-up"; name: string; reason: string }
  /**
   * `retry-all`: all of a kind that need a person. `find`: the path of the entry's document, the only way to find out whom
   * it concerns. `allow`: letters go to a mailbox again that has refused some.
   */
  | { word: "retry" | "retry-all" | "find" | "allow"; name: string };

/** Carries out an operator's command. @returns what to print; undefined if no unsettled entry, kind or mailbox has that name */
export async function carryOutOrder(
  kinds: readonly OutboxKind[],
  order: OperatorCommand,
): Promise<string | undefined> {
  const { name, word } = order;
  if (word === "allow")
    return isMailboxName(name) && (await forgetRefusals(name))
      ? `letters go to ${name} again`
      : undefined;
  if (word === "retry-all") {
    const kind = kinds.find((one) => one.name === name);
    return kind && `${await retryAll(kind)} tried at once`;
  }
  const found = await entryNamed(kinds, name);
  if (!found) return undefined;
  const { kind, id } = found;
  switch (word) {
    case "retry":
      return (await retry(kind, id)) ? `${name} is tried at once` : undefined;
    case "give-up": {
      if (!(await markGivenUp(kind, id, redact(order.reason)))) return undefined;
      await kind.afterGiveUp?.(id);
      return `${name} is given up: it is not tried again`;
    }
    case "find":
      return `${kind.collection}/${id}`;
  }
}

async function entryNamed(
  kinds: readonly OutboxKind[],
  name: string,
): Promise<{ kind: OutboxKind; id: string } | undefined> {
  for (const kind of kinds) {
    if (!name.startsWith(`${kind.name}-`)) continue;
    const id = await findUnsettled(kind, name);
    if (id !== undefined) return { kind, id };
  }
  return undefined;
}

/** How many documents of each kind, next due first, are searched for the oldest. */
const sampleSize = 25;

/** Figures of one kind for the metrics. */
export async function outboxFigures(kinds: readonly OutboxKind[], now: number) {
  return Promise.all(
    kinds.map(async (kind) => {
      const [counts, { entries }] = await Promise.all([
        countUnsettled(kind),
        listUnsettled(kind, sampleSize),
      ]);
      const listed = entries.filter((entry) => isListed(kind, entry, now));
      const oldest = Math.min(now, ...listed.map((entry) => waitsSince(kind, entry, now)));
      return { kind: kind.name, ...counts, oldestSeconds: (now - oldest) / 1_000 };
    }),
  );
}
