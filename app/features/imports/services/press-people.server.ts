import type { PressRefused } from "~/features/analysis/people-presses.server";
import { categoryKeys, categoryOf, type Profile } from "~/features/analysis/profile";
import { announceProfileChange, profileOf } from "~/features/analysis/profiles.server";
import { SearchRefused } from "~/features/analysis/searches.server";
import { analysisOf } from "~/features/history/analyses.server";
import { hiddenNamesAt, renamesIn } from "~/features/history/hidden-people";
import {
  changeChoices,
  choicesOf,
  isFull,
  type PeopleChoices,
} from "~/features/history/people-choices.server";
import { fitsSaid, isSame, mostSamePeople, type SamePerson } from "~/features/history/same-people";
import { decodeTurnovers } from "~/features/history/turnover-pieces";
import { keptTurnovers } from "~/features/history/turnovers.server";
import { refigure } from "~/features/imports/refigure.server";
import { analysed } from "~/features/imports/services/analysed";
import { piecesOf } from "~/features/imports/services/kept-pieces.server";
import { lookThrough, usedImports } from "~/features/imports/services/look-through.server";
import { findPerson } from "~/features/imports/services/people.server";
import { ThreadDied } from "~/features/imports/thread.server";
import { fieldText } from "~/platform/http/forms/parse-form.server";
import { UpstreamError } from "~/platform/upstream/upstream.server";

/** Carries out what a subscriber says of a person: to hide them, to show them again, or that they have a new name. */
export async function pressPeople(
  uid: string,
  form: FormData,
): Promise<PressRefused | "done" | "not-found"> {
  const press = fieldText(form, "press");
  const named = (field: string) => fieldText(form, field).trim().toLowerCase();
  try {
    switch (press) {
      case "hide":
      case "show": {
        const profile = await profileOf(uid, { fresh: true });
        const username = named("username");
        if (profile.source === "outside") return await pressOutside(uid, profile, press, username);
        return await pressOwn(uid, press, username);
      }
      case "same-person":
      case "not-same-person": {
        if ((await profileOf(uid, { fresh: true })).source === "outside") return "not-found";
        const one = { old: named("old"), new: named("new") };
        return await (press === "same-person" ? saySame(uid, one) : takeBack(uid, one));
      }
      default:
        return "no-press";
    }
  } catch (error) {
    if (error instanceof SearchRefused) return error.status === 429 ? "too-often" : "unavailable";
    if (error instanceof UpstreamError || error instanceof ThreadDied) return "unavailable";
    throw error;
  }
}

/** By what the outside system's profile names. */
async function pressOutside(
  uid: string,
  profile: Profile,
  press: "hide" | "show",
  username: string,
): Promise<PressRefused | "done"> {
  const isListed = categoryKeys.some((key) =>
    categoryOf(profile, key)?.people.some((one) => one.username.toLowerCase() === username),
  );
  if (!isListed && !(await choicesOf(uid)).hiddenOutside.includes(username)) return "not-listed";
  let refused: PressRefused | "done" = "done";
  await changeChoices(uid, (standing) => {
    refused = "done";
    const others = standing.hiddenOutside.filter((name) => name !== username);
    if (press === "show") return { ...standing, hiddenOutside: others };
    if (isFull(others)) refused = "full";
    return refused === "done" ? { ...standing, hiddenOutside: [...others, username] } : undefined;
  });
  if (refused === "done") await announceProfileChange(uid);
  return refused;
}

/** By all imports in use; then all is computed again, so that lists, letter and report leave them out. */
async function pressOwn(
  uid: string,
  press: "hide" | "show",
  username: string,
): Promise<PressRefused | "done"> {
  const { hidden, after } = await hiddenNow(uid);
  const known = hidden.get(username);
  if (!known) {
    const found = await findPerson(uid, username);
    if (found === "late") return "unavailable";
    if (!found) return "not-listed";
  }
  if ((press === "hide") === (known !== undefined)) return "done";
  let refused: PressRefused | "done" = "done";
  const isChanged = await changeChoices(uid, (standing): PeopleChoices | undefined => {
    refused = "done";
    if (press === "show")
      return {
        ...standing,
        hidden: standing.hidden.filter(
          (one) =>
            !known?.some(({ username, after }) => one.username === username && one.after === after),
        ),
      };
    if (standing.hidden.some((one) => one.username === username && one.after === after))
      return undefined;
    if (isFull(standing.hidden)) refused = "full";
    else return { ...standing, hidden: [...standing.hidden, { username, after }] };
    return undefined;
  });
  if (isChanged) await refigure(uid);
  return refused;
}

/** That two names are one person's. Then all is computed again, so that they count as renamed. */
async function saySame(uid: string, one: SamePerson): Promise<PressRefused | "done"> {
  const { same } = await choicesOf(uid);
  if (same.some((other) => isSame(one, other))) return "done";
  if (!fitsSaid(same, one)) return "said-otherwise";
  const used = await usedImports(uid);
  const canBe = await lookThrough(uid, (thread) =>
    thread.mayBeSame({ one, used: used.map(analysed) }, { pieceOf: piecesOf(used) }),
  );
  if (!canBe) return "not-same";
  let refused: PressRefused | "done" = "done";
  const isChanged = await changeChoices(uid, (standing): PeopleChoices | undefined => {
    refused = "done";
    if (standing.same.some((other) => isSame(one, other))) return undefined;
    if (!fitsSaid(standing.same, one)) refused = "said-otherwise";
    else if (standing.same.length >= mostSamePeople) refused = "too-many-said";
    else return { ...standing, same: [...standing.same, one] };
    return undefined;
  });
  if (isChanged) await refigure(uid);
  return refused;
}

async function takeBack(uid: string, one: SamePerson): Promise<PressRefused | "done"> {
  const isChanged = await changeChoices(uid, (standing): PeopleChoices | undefined => {
    const same = standing.same.filter((other) => !isSame(one, other));
    return same.length < standing.same.length ? { ...standing, same } : undefined;
  });
  if (!isChanged) return "not-said";
  await refigure(uid);
  return "done";
}

/** Whom the subscriber has hidden, by their present names. */
async function hiddenNow(uid: string) {
  const [analysis, used, { hidden }] = await Promise.all([
    analysisOf(uid),
    usedImports(uid),
    choicesOf(uid),
  ]);
  const turnovers = await keptTurnovers(uid, analysis);
  const renamed = renamesIn(used, turnovers && decodeTurnovers(turnovers));
  return {
    hidden: hiddenNamesAt(hidden, renamed, used.length - 1),
    after: used.at(-1)?.takenAt ?? 0,
  };
}

/** The present names of those whom the subscriber has hidden, in their order. */
export async function hiddenNamesOf(uid: string, profile: Pick<Profile, "source">) {
  if (profile.source === "outside") return (await choicesOf(uid)).hiddenOutside.toSorted();
  return [...(await hiddenNow(uid)).hidden.keys()].sort();
}
