/** A set of people out of which one is drawn at random in constant time. */
export class Pool {
  readonly #people: number[] = [];
  readonly #places = new Map<number, number>();

  get size(): number {
    return this.#people.length;
  }

  add(person: number): void {
    if (this.#places.has(person)) return;
    this.#places.set(person, this.#people.length);
    this.#people.push(person);
  }

  remove(person: number): void {
    const place = this.#places.get(person);
    if (place === undefined) return;
    const last = this.#people.pop();
    this.#places.delete(person);
    if (last === undefined || last === person) return;
    this.#people[place] = last;
    this.#places.set(last, place);
  }

  /** @param draw from 0 up to, but without, 1 */
  pick(draw: number): number | undefined {
    return this.#people[Math.floor(draw * this.#people.length)];
  }
}
