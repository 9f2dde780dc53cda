const day = 86_400_000;

/** The time that Instagram's hosts go by: this machine's, and as much further as a test or a person has moved it. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Moves it on; the tokens age, and the accounts live on. */
  advance(milliseconds: number): void;
  /**
   * The moment whose figures the accounts show: the last reset or a whole number of days after it. Between two days no
   * figure changes, so that a test can compare what the app shows with what the sandbox has.
   */
  asOf(): number;
  reset(): void;
}

export function createClock(): Clock {
  let offset = 0;
  let start = Date.now();
  const now = () => Date.now() + offset;
  return {
    now,
    advance(milliseconds) {
      offset += milliseconds;
    },
    asOf: () => start + Math.floor((now() - start) / day) * day,
    reset() {
      offset = 0;
      start = Date.now();
    },
  };
}
