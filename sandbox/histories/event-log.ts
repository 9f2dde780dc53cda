/** What can happen between the owner of an account and one other person. */
export const eventKinds = [
  "follow",
  "unfollow",
  /** The owner blocks the person: neither follows the other any more. */
  "block",
  "rename",
  /** The person's account is deactivated: it is in no list until it returns. */
  "vanish",
  "return",
  "owner-follow",
  "owner-unfollow",
  /** The owner asks to follow a private account. */
  "owner-request",
  /** The request is withdrawn, declined or accepted. An accepted one is followed by `owner-follow`. */
  "request-ended",
] as const;
export type EventKind = (typeof eventKinds)[number];

export interface LogEvent {
  /** Epoch seconds. */
  at: number;
  kind: EventKind;
  /** Who, for good: the number stays through renames and returns. */
  person: number;
  /** The person's name from here on; see `usernameOf`. */
  nameNumber: number;
}

const kindNumbers = new Map(eventKinds.map((kind, index) => [kind, index]));

/** Everything that happened, in the order of time. A million events take 13 MB. */
export class EventLog {
  #length = 0;
  #times = new Uint32Array(1_024);
  #kinds = new Uint8Array(1_024);
  #people = new Uint32Array(1_024);
  #names = new Uint32Array(1_024);

  get length(): number {
    return this.#length;
  }

  add({ at, kind, person, nameNumber }: LogEvent): void {
    if (this.#length > 0 && at < this.#timeAt(this.#length - 1)) {
      throw new Error("Events are logged in the order of time");
    }
    if (this.#length === this.#times.length) this.#grow();
    this.#times[this.#length] = at;
    this.#kinds[this.#length] = kindNumbers.get(kind) ?? 0;
    this.#people[this.#length] = person;
    this.#names[this.#length] = nameNumber;
    this.#length += 1;
  }

  /** The events after one moment, up to and with another. */
  *between(after: number, upTo: number): Generator<LogEvent> {
    for (let index = this.#indexAfter(after); index < this.#length; index += 1) {
      if (this.#timeAt(index) > upTo) return;
      yield {
        at: this.#timeAt(index),
        kind: eventKinds[this.#kinds[index] ?? 0] ?? "follow",
        person: this.#people[index] ?? 0,
        nameNumber: this.#names[index] ?? 0,
      };
    }
  }

  #timeAt(index: number): number {
    return this.#times[index] ?? 0;
  }

  #indexAfter(moment: number): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#timeAt(middle) > moment) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #grow(): void {
    const size = this.#times.length * 2;
    const times = new Uint32Array(size);
    const kinds = new Uint8Array(size);
    const people = new Uint32Array(size);
    const names = new Uint32Array(size);
    times.set(this.#times);
    kinds.set(this.#kinds);
    people.set(this.#people);
    names.set(this.#names);
    [this.#times, this.#kinds, this.#people, this.#names] = [times, kinds, people, names];
  }
}
