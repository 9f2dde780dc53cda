import type { LogEvent } from "./event-log.ts";
import { fullNameOf, usernameOf } from "./names.ts";

/** A person as Instagram's lists show them. */
export interface ListedPerson {
  username: string;
  fullName: string;
  /** Epoch seconds. */
  since: number;
}

/** A list of the account, newest first, without its people in memory. */
export interface PeopleList extends Iterable<ListedPerson> {
  readonly size: number;
  /** Those from a place in the list on, at most `count`. */
  page(start: number, count: number): PeopleList;
}

/** A number larger than any person's. */
const personLimit = 2 ** 22;
/** An instant before Instagram, so that a second and a person fit into one exact number. */
const firstSecond = 1_200_000_000;

/** Who follows whom at one moment, by the person's number. */
export class AccountState {
  #size = 0;
  #names = new Uint32Array(1_024);
  #followsSince = new Uint32Array(1_024);
  #followedSince = new Uint32Array(1_024);
  #requestedSince = new Uint32Array(1_024);
  #unfollowedAt = new Uint32Array(1_024);
  #blockedAt = new Uint32Array(1_024);
  #hidden = new Uint8Array(1_024);

  /** How many people have ever had to do with the owner. */
  get size(): number {
    return this.#size;
  }

  apply({ at, kind, person, nameNumber }: LogEvent): void {
    if (person >= this.#names.length) this.#grow(person);
    this.#size = Math.max(this.#size, person + 1);
    this.#names[person] = nameNumber;
    switch (kind) {
      case "follow":
        this.#followsSince[person] = at;
        break;
      case "unfollow":
        this.#followsSince[person] = 0;
        break;
      case "block":
        this.#followsSince[person] = 0;
        this.#followedSince[person] = 0;
        this.#blockedAt[person] = at;
        break;
      case "rename":
        break;
      case "vanish":
        this.#hidden[person] = 1;
        break;
      case "return":
        this.#hidden[person] = 0;
        break;
      case "owner-follow":
        this.#followedSince[person] = at;
        break;
      case "owner-unfollow":
        this.#followedSince[person] = 0;
        this.#unfollowedAt[person] = at;
        break;
      case "owner-request":
        this.#requestedSince[person] = at;
        break;
      case "request-ended":
        this.#requestedSince[person] = 0;
        break;
    }
  }

  nameNumberOf(person: number): number {
    return this.#names[person] ?? 0;
  }

  /** The second since when the person follows, deactivated or not; 0 if they do not. */
  followsSince(person: number): number {
    return this.#followsSince[person] ?? 0;
  }

  followedSince(person: number): number {
    return this.#followedSince[person] ?? 0;
  }

  requestedSince(person: number): number {
    return this.#requestedSince[person] ?? 0;
  }

  isHidden(person: number): boolean {
    return this.#hidden[person] === 1;
  }

  isBlocked(person: number): boolean {
    return (this.#blockedAt[person] ?? 0) > 0;
  }

  /** The count that Instagram shows on the profile: it includes deactivated accounts. */
  shownFollowers(): number {
    return this.#followsSince.reduce((count, since) => count + (since > 0 ? 1 : 0), 0);
  }

  followers = (from?: number, to?: number) => this.#list(this.#followsSince, from, to);
  following = () => this.#list(this.#followedSince);
  requested = () => this.#list(this.#requestedSince);
  blocked = () => this.#list(this.#blockedAt);
  unfollowed = (from: number) => this.#list(this.#unfollowedAt, from);

  /** People who follow each other with the owner. */
  friends(): PeopleList {
    return this.#list(this.#followsSince.map((since, i) => (this.#followedSince[i] ? since : 0)));
  }

  #list(seconds: Uint32Array, from = 1, to = Number.POSITIVE_INFINITY): PeopleList {
    const keys = new Float64Array(this.#size);
    let size = 0;
    for (let person = 0; person < this.#size; person += 1) {
      const second = seconds[person] ?? 0;
      if (second < Math.max(from, 1) || second > to || this.#hidden[person] === 1) continue;
      keys[size] = (second - firstSecond) * personLimit + person;
      size += 1;
    }
    return peopleList(keys.subarray(0, size).sort().reverse(), this.#names);
  }

  #grow(person: number): void {
    if (person >= personLimit) throw new Error("A history holds at most four million people");
    const size = Math.max(this.#names.length * 2, person + 1);
    const larger = (array: Uint32Array) => {
      const copy = new Uint32Array(size);
      copy.set(array);
      return copy;
    };
    this.#names = larger(this.#names);
    this.#followsSince = larger(this.#followsSince);
    this.#followedSince = larger(this.#followedSince);
    this.#requestedSince = larger(this.#requestedSince);
    this.#unfollowedAt = larger(this.#unfollowedAt);
    this.#blockedAt = larger(this.#blockedAt);
    const hidden = new Uint8Array(size);
    hidden.set(this.#hidden);
    this.#hidden = hidden;
  }
}

/** @param keys of `AccountState`, newest first */
function peopleList(keys: Float64Array, names: Uint32Array): PeopleList {
  return {
    size: keys.length,
    page: (start, count) => peopleList(keys.subarray(start, start + count), names),
    *[Symbol.iterator]() {
      for (const key of keys) {
        const nameNumber = names[key % personLimit] ?? 0;
        yield {
          username: usernameOf(nameNumber),
          fullName: fullNameOf(nameNumber),
          since: Math.floor(key / personLimit) + firstSecond,
        };
      }
    },
  };
}
