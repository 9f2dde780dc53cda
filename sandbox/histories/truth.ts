import { AccountState } from "./account-state.ts";
import type { EventKind, EventLog } from "./event-log.ts";
import { usernameOf } from "./names.ts";

export interface Change {
  username: string;
  /** Epoch seconds: of a lost follower the old second, else the one at the later moment. */
  since: number;
}

/** What no two exports can tell, however they are read. */
export interface Unknowable {
  reason: /** Renamed, and unfollowed and followed again: a new name with a new second. */
    | "renamed-and-refollowed"
    /** One left and another came back, or changed the name, with the same second of the follow. */
    | "same-second"
    /** A new follower bears the name that somebody else had at the earlier moment. */
    | "name-taken"
    /** Back with a second of the last three days before the earlier moment: as if new (docs/product.md#the-known-list). */
    | "returned-soon-after-following";
  /** Usernames in the earlier list that are not, or mean somebody else, in the later one. */
  before: string[];
  /** Usernames in the later list. */
  after: string[];
}

/** What happened to the followers between two moments, as somebody sees it who knew everything. */
export interface Truth {
  new: Change[];
  /** Unfollowed, blocked, or deactivated: no export tells these apart. */
  lost: (Change & { by: EventKind })[];
  renamed: (Change & { formerly: string })[];
  /** Deactivated at the earlier moment and active again: with the old second. */
  returned: Change[];
  /** Unfollowed and followed again, in the lists of both moments. */
  refollowed: Change[];
  /** In none of the above. */
  unknowable: Unknowable[];
}

interface Standing {
  name: number;
  since: number;
}
interface Story {
  before: Standing | undefined;
  lastEvent: EventKind;
}
/** A name that is only in the earlier or only in the later list, and the change that it belongs to. */
interface Shift {
  kind: "new" | "lost" | "renamed" | "returned" | "renamed-and-refollowed";
  before: Standing | undefined;
  after: Standing | undefined;
  by: EventKind;
}

const threeDays = 3 * 86_400;

/**
 * Reads the log between two moments, person by person.
 * Not seen by anybody, and therefore not in it: who came and left, or left and came back with the old second, between them.
 */
export function truthBetween(log: EventLog, earlier: number, later: number): Truth {
  const state = new AccountState();
  for (const event of log.between(0, earlier)) state.apply(event);
  const standing = (person: number): Standing | undefined =>
    state.followsSince(person) === 0 || state.isHidden(person)
      ? undefined
      : { name: state.nameNumberOf(person), since: state.followsSince(person) };

  const stories = new Map<number, Story>();
  for (const event of log.between(earlier, later)) {
    const story = stories.get(event.person);
    if (story) story.lastEvent = event.kind;
    else stories.set(event.person, { before: standing(event.person), lastEvent: event.kind });
    state.apply(event);
  }

  const refollowed: Change[] = [];
  const shifts: Shift[] = [];
  for (const [person, { before, lastEvent: by }] of stories) {
    const after = standing(person);
    if (before && after && before.name === after.name) {
      if (before.since !== after.since) refollowed.push(changeOf(after));
      continue;
    }
    const kind = kindOf(before, after, earlier);
    if (kind) shifts.push({ kind, before, after, by });
  }
  return { ...sorted(shifts, earlier), refollowed };
}

function kindOf(
  before: Standing | undefined,
  after: Standing | undefined,
  earlier: number,
): Shift["kind"] | undefined {
  if (before && after) return before.since === after.since ? "renamed" : "renamed-and-refollowed";
  if (before) return "lost";
  if (after) return after.since > earlier ? "new" : "returned";
  return undefined;
}

/** Separates what can be known from what cannot. */
function sorted(shifts: readonly Shift[], earlier: number): Omit<Truth, "refollowed"> {
  const namesBefore = new Set(shifts.flatMap(({ before }) => (before ? [before.name] : [])));
  const takenNames = new Set(
    shifts.flatMap(({ after }) => (after && namesBefore.has(after.name) ? [after.name] : [])),
  );
  const isTaken = (standing: Standing | undefined) =>
    standing !== undefined && takenNames.has(standing.name);
  const entangled = entangledSeconds(shifts);
  const truth: Omit<Truth, "refollowed"> = {
    new: [],
    lost: [],
    renamed: [],
    returned: [],
    unknowable: [],
  };
  for (const { kind, before, after, by } of shifts) {
    const unknowable = (reason: Unknowable["reason"]) =>
      truth.unknowable.push({ reason, before: nameOf(before), after: nameOf(after) });
    if (isTaken(before) || isTaken(after)) unknowable("name-taken");
    else if (kind === "renamed-and-refollowed") unknowable(kind);
    else if (before ? entangled.has(before.since) : after && entangled.has(after.since))
      unknowable("same-second");
    else if (kind === "returned" && after && after.since > earlier - threeDays)
      unknowable("returned-soon-after-following");
    else if (kind === "lost" && before) truth.lost.push({ ...changeOf(before), by });
    else if (kind === "renamed" && before && after)
      truth.renamed.push({ ...changeOf(after), formerly: usernameOf(before.name) });
    else if (after) truth[kind === "new" ? "new" : "returned"].push(changeOf(after));
  }
  return truth;
}

/** Seconds in which names are gone and others are there, and not every one of them is a mere renaming. */
function entangledSeconds(shifts: readonly Shift[]): Set<number> {
  const gone = new Set(shifts.flatMap(({ before }) => (before ? [before.since] : [])));
  const come = new Set(shifts.flatMap(({ after }) => (after ? [after.since] : [])));
  return new Set(
    shifts
      .filter(({ kind }) => kind !== "renamed")
      .flatMap(({ before, after }) => [before?.since, after?.since])
      .filter((since) => since !== undefined && gone.has(since) && come.has(since)),
  ) as Set<number>;
}

const changeOf = ({ name, since }: Standing): Change => ({ username: usernameOf(name), since });
const nameOf = (standing: Standing | undefined) => (standing ? [usernameOf(standing.name)] : []);
