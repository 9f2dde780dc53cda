/** Ends a run before the reading is complete. What was read is kept, and another run goes on from there. */
export class BreakOff extends Error {
  override name = "BreakOff";
  /** Epoch milliseconds. */
  readonly until: number;
  /** Whether Instagram's limits are why. Else this process is about to stop. */
  readonly isLimit: boolean;

  constructor(until: number, isLimit: boolean) {
    super("a reading is broken off");
    this.until = until;
    this.isLimit = isLimit;
  }
}

/** The connection turned out to be over: only the person can connect again. */
export class Withdrawn extends Error {
  override name = "Withdrawn";

  constructor() {
    super("a connection is withdrawn");
  }
}
