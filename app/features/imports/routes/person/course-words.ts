import type { PersonEvent } from "~/features/history/person-course";
import type { FoundPerson } from "~/features/imports/services/people.server";
import { formatDate } from "~/platform/values/dates";
import { allOf, commaList, orList } from "~/platform/values/listed";
import { counted } from "~/platform/values/numbers";
import { say } from "~/platform/values/say";

/** What somebody is to the subscriber now, in short sentences. */
export function standingWords({
  followsSince,
  followedSince,
  askedSince,
  commented,
  events,
  followersKnown,
}: FoundPerson): string[] {
  const last = events.findLast(({ kind }) => followerKinds.has(kind))?.kind;
  const isUnclear = last === "unclear" || (last !== "left" && !followersKnown);
  return allOf(
    followsSince === undefined &&
      (isUnclear
        ? say`Nobody can tell whether they follow you.`
        : say`Does not follow you, by your exports.`),
    followsSince !== undefined &&
      (followsSince === null ? say`Follows you.` : say`Follows you since ${dayOf(followsSince)}.`),
    followedSince !== undefined &&
      (followedSince === null
        ? say`You follow them.`
        : say`You follow them since ${dayOf(followedSince)}.`),
    askedSince !== undefined &&
      (askedSince === null
        ? say`You have asked to follow them.`
        : say`You have asked to follow them since ${dayOf(askedSince)}.`),
    commented &&
      (commented.comments === 1
        ? say`Commented once on ${counted(commented.posts, "post")} of yours that we read, the newest of ${formatDate(commented.newest)}.`
        : say`Commented ${counted(commented.comments, "time")} on ${counted(commented.posts, "post")} of yours that we read, the newest of ${formatDate(commented.newest)}.`),
  );
}

/** Events of a person as a follower, by which it is told whether they follow now. */
export const followerKinds: ReadonlySet<PersonEvent["kind"]> = new Set([
  "there",
  "new",
  "was-there",
  "left",
  "returned",
  "refollowed",
  "renamed",
  "unclear",
]);

const dayOf = (second: number) => formatDate(second * 1_000);
const between = ({ from, at }: { from: number; at: number }) =>
  say`between ${formatDate(from)} and ${formatDate(at)}`;

export interface ToldEvent {
  when: string;
  what: string;
}

/** An event as a line of the course. Where its second is known, it is told by its day. */
export function eventWords(event: PersonEvent): ToldEvent {
  switch (event.kind) {
    case "there":
    case "was-there":
    case "new":
      return event.since === null
        ? { when: say`By ${formatDate(event.at)}`, what: say`Follows you` }
        : { when: dayOf(event.since), what: say`Followed you` };
    case "left":
      return { when: between(event), what: say`Left your followers` };
    case "returned":
      return { when: between(event), what: say`Came back, with the follow of before` };
    case "refollowed":
      return event.since === null
        ? { when: between(event), what: say`Followed you again` }
        : { when: dayOf(event.since), what: say`Followed you again` };
    case "renamed":
      if (event.former.length === 0)
        return {
          when: between(event),
          what: say`Has a new name, as others who followed in the same second.`,
        };
      return {
        when: between(event),
        what: say`Renamed from ${orList(event.former)} to ${orList(event.present)}`,
      };
    case "unclear":
      return {
        when: between(event),
        what:
          event.names.length === 0
            ? say`May have a new name, as others who followed in the same second.`
            : say`May have a new name: one of ${commaList(event.names)}. They followed in the same second.`,
      };
    case "followed-by-you":
      return since(event, say`You followed them`);
    case "asked-by-you":
      return since(event, say`You asked to follow them`);
    case "unfollowed-by-you":
      return {
        when: between(event),
        what: say`You stopped following them, they are gone, or they have a new name`,
      };
    case "request-ended":
      return { when: between(event), what: say`Your request was answered or withdrawn` };
  }
}

function since(
  event: Extract<PersonEvent, { kind: "followed-by-you" | "asked-by-you" }>,
  what: string,
): ToldEvent {
  if (event.since !== null) return { when: dayOf(event.since), what };
  return { when: say`By ${formatDate(event.at)}`, what };
}
