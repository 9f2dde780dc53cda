import type { History } from "../../sandbox/histories/history.ts";
import { usernameOf } from "../../sandbox/histories/names.ts";

// What can be known of a history from its exports, by the rules of docs/product.md#the-known-list, found out from the generator's log person
// by person: it knows who is who by their number, and compares no list with another.

/** An export that covers the follows from a second on. */
export interface Look {
  /** Epoch seconds: the moment that is written, and when Instagram had it ready. */
  at: number;
  takenAt: number;
  from: number;
}

/** A follower as the exports know them. */
interface Known {
  person: number;
  since: number;
  /** The second of the first follow that was seen. */
  first: number;
  /** Away when their time was looked at for the first time: when they came, nobody has seen. */
  cameUnseen: boolean;
  /** All names under which the exports have shown them without a break. */
  names: Set<string>;
}

export interface Changed {
  new: number;
  lost: number;
  renamed: number;
  returned: number;
  refollowed: number;
  /** There before anybody looked, and known from now on. */
  unseen: number;
}

/** What the exports tell of a history. */
export class Followed {
  /** By the present name. */
  readonly known = new Map<string, Known>();
  /** Who was lost, the last name first. */
  readonly gone: { name: string; known: Known }[] = [];
  readonly strayed: { name: string; known: Known }[] = [];
  /** Of each export: the size of the known list, and what changed; null for the first. */
  readonly sizes: number[] = [];
  readonly changes: (Changed | null)[] = [];
  /** Seconds of the follows of those who were there at the first export that shows all followers. */
  first: { takenAt: number; seconds: number[] } | undefined;
  readonly #looks: Look[] = [];

  constructor(history: History, looks: readonly Look[]) {
    for (const look of looks) this.#add(history, look);
  }

  /** Seconds of the first follows of those who are there, and of those who left; but for whom nobody has seen come. */
  get stayed(): number[] {
    return [...this.known.values()].flatMap((one) => (one.cameUnseen ? [] : [one.first]));
  }

  get left(): number[] {
    return this.gone.flatMap(({ known }) => (known.cameUnseen ? [] : [known.first]));
  }

  /** Whether every follow up to the newest export is known. */
  get isWhole(): boolean {
    let until = 0;
    for (const { from, takenAt } of this.#looks.toSorted((a, b) => a.from - b.from))
      if (from <= until + 1) until = Math.max(until, takenAt - threeDays);
    return until >= (this.#looks.at(-1)?.takenAt ?? 0) - threeDays;
  }

  #add(history: History, look: Look): void {
    const visible = new Map<string, { person: number; since: number }>();
    const state = history.stateAt(look.at);
    for (let person = 0; person < state.size; person += 1) {
      const since = state.isHidden(person) ? 0 : state.followsSince(person);
      if (since > 0 && since >= look.from)
        visible.set(usernameOf(state.nameNumberOf(person)), { person, since });
    }
    const changed = { new: 0, lost: 0, renamed: 0, returned: 0, refollowed: 0, unseen: 0 };
    for (const [name, known] of [...this.known]) {
      const now = visible.get(name);
      if (now && now.since > known.since) changed.refollowed += 1;
      if (now) known.since = now.since;
      else this.#missing(name, known, visible, look, changed);
    }
    for (const [name, now] of visible) if (!this.known.has(name)) this.#appears(name, now, changed);
    this.changes.push(this.#looks.length === 0 ? null : changed);
    this.#looks.push(look);
    this.sizes.push(this.known.size);
    if (!this.first && this.isWhole)
      this.first = {
        takenAt: look.takenAt,
        seconds: [...this.known.values()].map(({ since }) => since),
      };
  }

  #missing(
    name: string,
    known: Known,
    visible: ReadonlyMap<string, { person: number; since: number }>,
    look: Look,
    changed: Changed,
  ): void {
    const renamed = [...visible].find(
      ([other, { person, since }]) =>
        person === known.person && since === known.since && !this.known.has(other),
    );
    if (!renamed && known.since < look.from) return;
    this.known.delete(name);
    if (renamed) {
      changed.renamed += 1;
      known.names.add(renamed[0]);
      this.known.set(renamed[0], known);
    } else {
      changed.lost += 1;
      this.gone.unshift({ name, known });
    }
  }

  #appears(name: string, { person, since }: { person: number; since: number }, changed: Changed) {
    const last = this.#looks.at(-1);
    const before = this.gone.findIndex(
      ({ known }) => known.person === person && known.since === since,
    );
    const returns = before >= 0 ? this.gone.splice(before, 1)[0] : undefined;
    const isNew = last !== undefined && since > last.takenAt - threeDays;
    const wasCovered = this.#looks.some(
      ({ from, takenAt }) => since >= from && since <= takenAt - threeDays,
    );
    const isReturned = !isNew && wasCovered;
    if (last && isNew) changed.new += 1;
    else if (last && isReturned) changed.returned += 1;
    else if (last) changed.unseen += 1;
    // Whoever bears a name that somebody had when last seen is taken for them.
    const namesake =
      this.gone.find((one) => one.name === name) ?? (returns?.name === name && returns);
    const names = namesake ? namesake.known.names : [];
    // Back under another name: that it is the same person, no export tells.
    if (returns && returns.name !== name) this.strayed.unshift(returns);
    this.known.set(name, {
      person,
      since,
      first: returns?.known.first ?? since,
      cameUnseen: returns?.known.cameUnseen ?? isReturned,
      names: new Set([...names, name]),
    });
  }
}

const threeDays = 3 * 86_400;
