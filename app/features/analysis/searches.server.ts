import { data } from "@remix-run/node";
import { createLimit } from "~/platform/store/rate-limits.server";
import { say } from "~/platform/values/say";
import { retryAfter, waitInWords } from "~/platform/values/waiting";
import { createPlaces } from "~/platform/work/places.server";

/** A search reads a whole list. With so many people or fewer it costs no more than any page. */
export const fewPeople = 20_000;
const places = createPlaces({ own: 2, all: 8 });
const ofSubscriber = createLimit("search", { points: 60, seconds: 60 });

/** Milliseconds until a place may be free. */
const soon = 5_000;

/** Too many searches of one subscriber (429), or of all, or a long one (503). The message is for them to read, and says why. */
export class SearchRefused extends Error {
  override name = "SearchRefused";
  readonly status: 429 | 503;
  /** Milliseconds until another try may succeed. */
  readonly wait: number;

  constructor(status: 429 | 503, message: string, wait: number) {
    super(message);
    this.status = status;
    this.wait = wait;
  }
}

/** @throws what is no refusal of a search */
export function asSearchRefused(error: unknown): SearchRefused {
  if (!(error instanceof SearchRefused)) throw error;
  return error;
}

/** What a page shows where its search is refused. @throws what is no refusal of a search */
export function refusedSearch<P extends object>(page: P, error: unknown) {
  const { message, status, wait } = asSearchRefused(error);
  const refused = { why: message, when: say`in ${waitInWords(wait)}` };
  return data({ ...page, refused }, { status, headers: retryAfter(wait) });
}

/**
 * Searches a list of so many people, as far as this subscriber and this process may.
 * @throws SearchRefused
 */
export async function searchFor<T>(
  uid: string,
  people: number,
  search: () => Promise<T>,
): Promise<T> {
  if (people <= fewPeople) return search();
  const wait = await ofSubscriber.take(uid);
  if (wait !== undefined) throw new SearchRefused(429, say`You have searched very often.`, wait);
  const giveBack = places.take(uid);
  if (giveBack === "own")
    throw new SearchRefused(429, say`Your last searches are still being carried out.`, soon);
  if (giveBack === "busy")
    throw new SearchRefused(503, say`Many people are searching at this moment.`, soon);
  try {
    return await search();
  } finally {
    giveBack();
  }
}
