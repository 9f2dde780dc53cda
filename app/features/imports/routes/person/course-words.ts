import type { PersonEvent } from "~/features/history/person-course";
import type { FoundPerson } from "~/features/imports/services/people.server";
import { formatDate } from "~/platform/values/dates";
import { counted } from "~/platform/values/numbers";

/** What somebody is to the subscriber now, in short sentences. */
export function standingWords({
  followsSince,
  followedSince,
  askedSince,
  commented,
  events,
}: FoundPerson): string[] {
  const isUnclear = events.findLast(({ kind }) => followerKinds.has(kind))?.kind === "unclear";
  return [
    ...(followsSince === undefined
      ? [
          isUnclear
            ? "Nobody can tell whether they follow you."
            : "Does not follow you, by your exports.",
        ]
      : [`Follows you${sinceWords(followsSince)}.`]),
    ...(followedSince === undefined ? [] : [`You follow them${sinceWords(followedSince)}.`]),
    ...(askedSince === undefined
      ? []
      : [`You have asked to follow them${sinceWords(askedSince)}.`]),
    ...(commented
      ? [
          `Commented ${commented.comments === 1 ? "once" : counted(commented.comments, "time")} on ${counted(commented.posts, "post")} of yours that we read, the newest of ${formatDate(commented.newest)}.`,
        ]
      : []),
  ];
}

/** Of what they did themselves. */
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

const sinceWords = (since: number | null) => (since === null ? "" : ` since ${dayOf(since)}`);
const dayOf = (second: number) => formatDate(second * 1_000);
const between = ({ from, at }: { from: number; at: number }) =>
  `between ${formatDate(from)} and ${formatDate(at)}`;

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
        ? { when: `By ${formatDate(event.at)}`, what: "Follows you" }
        : { when: dayOf(event.since), what: "Followed you" };
    case "left":
      return { when: between(event), what: "Left" };
    case "returned":
      return { when: between(event), what: "Came back, with the follow of before" };
    case "refollowed":
      return event.since === null
        ? { when: between(event), what: "Followed you again" }
        : { when: dayOf(event.since), what: "Followed you again" };
    case "renamed":
      return {
        when: between(event),
        what: `Renamed from ${event.former.join(" or ")} to ${event.present.join(" or ")}`,
      };
    case "unclear":
      return {
        when: between(event),
        what: `May have a new name: one of ${event.names.join(", ")}. They followed in the same second.`,
      };
    case "followed-by-you":
      return since(event, "You followed them");
    case "asked-by-you":
      return since(event, "You asked to follow them");
    case "unfollowed-by-you":
      return { when: between(event), what: "You stopped following them, or they are gone" };
    case "request-ended":
      return { when: between(event), what: "Your request was answered or withdrawn" };
  }
}

function since(
  event: Extract<PersonEvent, { kind: "followed-by-you" | "asked-by-you" }>,
  what: string,
): ToldEvent {
  if (event.since !== null) return { when: dayOf(event.since), what };
  return { when: `By ${formatDate(event.at)}`, what };
}
