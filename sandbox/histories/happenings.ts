import { AccountState } from "./account-state.ts";
import { type EventKind, EventLog } from "./event-log.ts";
import { firstLaterName } from "./names.ts";
import { Pool } from "./pool.ts";

/** Makes things happen: logs each, and knows who can be drawn for the next. */
export class Happenings {
  readonly log = new EventLog();
  readonly state = new AccountState();
  /** Those who can be drawn: they are in the list and not deactivated. */
  readonly followers = new Pool();
  readonly following = new Pool();
  readonly requested = new Pool();
  readonly #firstName: number;
  #people = 0;
  #laterNames = 0;

  /** @param seed accounts of other seeds have other followers, up to some 8,000 people */
  constructor(seed: number) {
    this.#firstName = (seed % 64) * 8_192;
  }

  newPerson(): number {
    this.#people += 1;
    return this.#people - 1;
  }

  happen(at: number, kind: EventKind, person: number, name?: number): void {
    const nameNumber = name ?? (this.state.nameNumberOf(person) || this.#firstName + person);
    const event = { at, kind, person, nameNumber };
    this.log.add(event);
    this.state.apply(event);
    this.#listAnew(person);
  }

  /** @returns the name that the person gave up */
  rename(at: number, person: number): number {
    const former = this.state.nameNumberOf(person);
    this.#laterNames += 1;
    this.happen(at, "rename", person, firstLaterName + this.#firstName + this.#laterNames);
    return former;
  }

  #listAnew(person: number): void {
    const { state } = this;
    const isListed = !state.isHidden(person);
    const place = (pool: Pool, isIn: boolean) => (isIn ? pool.add(person) : pool.remove(person));
    place(this.followers, isListed && state.followsSince(person) > 0);
    place(this.following, isListed && state.followedSince(person) > 0);
    place(this.requested, isListed && state.requestedSince(person) > 0);
  }
}
