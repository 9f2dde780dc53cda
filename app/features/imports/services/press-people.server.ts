import { isDeepStrictEqual } from "node:util";
import { type PressRefused, pairIn } from "~/features/analysis/people-presses.server";
import { categoryKeys, categoryOf, type Profile } from "~/features/analysis/profile";
import { announceProfileChange, profileOf, sourceOf } from "~/features/analysis/profiles.server";
import { storedAnalysis } from "~/features/history/analyses.server";
import type { HiddenPerson } from "~/features/history/hidden-people";
import { ImportsUnreadable, importsOf } from "~/features/history/import-documents.server";
import { presentNamesOf } from "~/features/history/kept-names";
import {
  changeChoices,
  choicesOf,
  isFull,
  type PeopleChoices,
} from "~/features/history/people-choices.server";
import { fitsSaid, isSame, mostSamePeople, type SamePerson } from "~/features/history/same-people";
import { namesForPages } from "~/features/history/turnovers.server";
import { refigure } from "~/features/imports/refigure.server";
import { analysed } from "~/features/imports/services/analysed";
import { piecesOf } from "~/features/imports/services/kept-pieces.server";
import {
  lookThrough,
  stillLooking,
  usedImports,
} from "~/features/imports/services/look-through.server";
import { patienceOfPerson } from "~/features/imports/services/memory.server";
import { findPerson } from "~/features/imports/services/people.server";
import { ThreadDied } from "~/features/imports/thread.server";
import { fieldText } from "~/platform/http/forms/parse-form.server";
import { UpstreamError } from "~/platform/upstream/upstream.server";
import { createQueues } from "~/platform/work/one-at-a-time.server";

/** Side by side, the computations of several presses would only undo one another. */
const inTurn = createQueues();

/**
 * Carries out what a subscriber says of a person: to hide them, to show them again, or that they have a new name.
 * @throws SearchRefused where nobody can be looked for now
 */
export async function pressPeople(
  uid: string,
  form: FormData,
): Promise<PressRefused | "done" | "not-found"> {
  const press = fieldText(form, "press");
  try {
    switch (press) {
      case "hide":
      case "show": {
        const username = fieldText(form, "username").trim().toLowerCase();
        // The source alone, as our own profile need not be readable. Then the profile is in the cache, as fresh.
        if ((await sourceOf(uid, { fresh: true })) === "outside")
          return await pressOutside(uid, await profileOf(uid), press, username);
        return await pressOwn(uid, press, username);
      }
      case "same-person":
      case "not-same-person": {
        if ((await sourceOf(uid, { fresh: true })) === "outside") return "not-found";
        const pair = pairIn(form);
        const one = { old: pair.old.trim().toLowerCase(), new: pair.new.trim().toLowerCase() };
        return await (press === "same-person" ? saySame(uid, one) : takeBack(uid, one));
      }
      default:
        return "no-press";
    }
  } catch (error) {
    if (error instanceof ImportsUnreadable) return "unreadable";
    if (error instanceof UpstreamError || error instanceof ThreadDied) return "unavailable";
    throw error;
  }
}

type Answer = PressRefused | "done";

/** Changes what the subscriber has said. @param change gives the choices as they become, or why nothing changes */
async function choose(
  uid: string,
  change: (standing: PeopleChoices) => PeopleChoices | Answer,
): Promise<Answer> {
  let answer: Answer = "done";
  await changeChoices(uid, (standing) => {
    const next = change(standing);
    answer = typeof next === "string" ? next : "done";
    return typeof next === "string" ? undefined : next;
  });
  return answer;
}

/** Hides or shows somebody whom the outside system's profile names. */
async function pressOutside(
  uid: string,
  profile: Profile,
  press: "hide" | "show",
  username: string,
): Promise<Answer> {
  const isListed = categoryKeys.some((key) =>
    categoryOf(profile, key)?.people.some((one) => one.username.toLowerCase() === username),
  );
  if (!isListed && !(await choicesOf(uid)).hiddenOutside.includes(username)) return "not-listed";
  const answer = await choose(uid, (standing) => {
    const others = standing.hiddenOutside.filter((name) => name !== username);
    if (press === "show") return { ...standing, hiddenOutside: others };
    return isFull(others) ? "full" : { ...standing, hiddenOutside: [...others, username] };
  });
  if (answer === "done") await announceProfileChange(uid);
  return answer;
}

/**
 * Hides or shows somebody in all imports in use. Then all is computed again, so that lists, letter and report follow.
 * @param typed any of their names
 */
async function pressOwn(uid: string, press: "hide" | "show", typed: string): Promise<Answer> {
  const hidden = await hiddenNow(uid);
  let username = typed;
  if (!hidden.has(typed)) {
    const found = await findPerson(uid, typed);
    if (found === "late") throw stillLooking(503);
    if (!found) return "not-listed";
    username = found.username;
  }
  const known = hidden.get(username);
  let answer: Answer = "done";
  if ((press === "hide") !== (known !== undefined)) {
    const after = (await usedImports(uid)).at(-1)?.takenAt ?? 0;
    answer = await choose(uid, (standing) => {
      const { hidden: all } = standing;
      if (press === "show") {
        const isKnown = (one: HiddenPerson) => known?.some((other) => isAsHidden(one, other));
        return { ...standing, hidden: all.filter((one) => !isKnown(one)) };
      }
      if (all.some((one) => isAsHidden(one, { username, after }))) return "done";
      return isFull(all) ? "full" : { ...standing, hidden: [...all, { username, after }] };
    });
  }
  if (answer === "done") await figure(uid);
  return answer;
}

const isAsHidden = (one: HiddenPerson, other: HiddenPerson): boolean =>
  one.username === other.username && one.after === other.after;

/** Records that two names are one person's, and computes all again, so that they count as renamed. */
async function saySame(uid: string, one: SamePerson): Promise<Answer> {
  const { same } = await choicesOf(uid);
  if (same.some((other) => isSame(one, other))) {
    await figure(uid);
    return "done";
  }
  if (!fitsSaid(same, one)) return "said-otherwise";
  const used = await usedImports(uid);
  const canBe = await lookThrough(uid, used, (thread) =>
    thread.mayBeSame({ one, used: used.map(analysed) }, { pieceOf: piecesOf(used) }),
  );
  if (!canBe) return "not-same";
  const answer = await choose(uid, (standing) => {
    if (standing.same.some((other) => isSame(one, other))) return "done";
    if (!fitsSaid(standing.same, one)) return "said-otherwise";
    if (standing.same.length >= mostSamePeople) return "too-many-said";
    return { ...standing, same: [...standing.same, one] };
  });
  if (answer === "done") await figure(uid);
  return answer;
}

async function takeBack(uid: string, one: SamePerson): Promise<Answer> {
  // Where an import cannot be read, nothing could be computed after it: then nothing changes.
  await importsOf(uid);
  const isChanged = await changeChoices(uid, (standing): PeopleChoices | undefined => {
    const same = standing.same.filter((other) => !isSame(one, other));
    return same.length < standing.same.length ? { ...standing, same } : undefined;
  });
  // It may have been taken back by an earlier press whose computation failed.
  if (!isChanged && (await isFigured(uid, "same"))) return "not-said";
  await figure(uid);
  return "done";
}

/**
 * Computes all again, unless that was done since: after an earlier press the computation may have failed, and of several
 * presses at once the first that has its turn computes for all.
 */
async function figure(uid: string): Promise<void> {
  const began = performance.now();
  await inTurn(uid, async () => {
    if (await isFigured(uid, "hidden", "same")) return;
    const waited = performance.now() - began;
    // The computations before it have failed or taken long. The next press computes it with.
    if (waited >= patienceOfPerson) throw new UpstreamError("firestore", "busy");
    await refigure(uid, { isAwaited: true, waited });
  });
}

async function isFigured(uid: string, ...what: readonly ("hidden" | "same")[]): Promise<boolean> {
  const [choices, { analysis, remains }] = await Promise.all([choicesOf(uid), storedAnalysis(uid)]);
  // Without any analysis nothing was computed with anything that was said.
  const kept = remains ? await namesForPages(uid, analysis) : { hidden: [], same: [] };
  return what.every((key) => isDeepStrictEqual(choices[key], kept?.[key]));
}

/** Whom the subscriber has hidden, by their present names. */
async function hiddenNow(uid: string): Promise<Map<string, HiddenPerson[]>> {
  const { hidden } = await choicesOf(uid);
  if (hidden.length === 0) return new Map();
  const { remains } = await storedAnalysis(uid);
  return presentNamesOf(hidden, await namesForPages(uid, remains));
}

/** The present names of those whom the subscriber has hidden, in their order. */
export async function hiddenNamesOf(uid: string, profile: Pick<Profile, "source">) {
  if (profile.source === "outside") return (await choicesOf(uid)).hiddenOutside.toSorted();
  return [...(await hiddenNow(uid)).keys()].sort();
}
