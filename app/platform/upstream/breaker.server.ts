import { within } from "~/platform/upstream/deadline.server";
import { UpstreamError } from "~/platform/upstream/failure.server";
import { isStillWithin } from "~/platform/values/durations";
import type { System } from "~/platform/values/systems";

/** Failures in a row that open the breaker. */
const mostFailures = 5;

/** Milliseconds for which it lets nobody through, after it has opened and after each trial that failed. */
const openFor = 5_000;

/** Milliseconds that other calls wait for the result of a trial. */
const patience = 250;

/** Trials that may be under way at once: one that hangs does not keep the others from finding the system well again. */
const mostTrials = 3;

/** How a call that was let through ended. To be said once; an answer that comes late also after `failed`. */
export interface Pass {
  /** The system answered, whatever it said. */
  answered(): void;
  failed(): void;
  /** The call never reached the system, so it says nothing about it. */
  unsent(): void;
}

interface Trial {
  /** Epoch milliseconds. */
  since: number;
  /** How long it takes at most. */
  milliseconds: number;
  ended: Promise<void>;
}

export interface Breaker {
  /**
   * Lets a call through, or fails with `open`.
   * @param milliseconds that the call takes at most
   */
  enter(milliseconds: number): Promise<Pass>;
}

/**
 * A circuit breaker: opens after five failures in a row, for 5 s. Then it is half-open. The first call is a trial, for whose
 * result the others wait up to 250 ms; while it hangs, up to two more are let through. Any answer, also a late one of a
 * call from before, closes it; a trial that failed opens it for another 5 s. A trial that was never sent gives its place
 * back, and one that never ends loses it when its time is over. A clock that is set back keeps nothing open.
 */
export function createBreaker(system: System): Breaker {
  let failures = 0;
  /** Epoch milliseconds; undefined while it is closed. */
  let openedAt: number | undefined;
  const trials = new Set<Trial>();

  function close() {
    failures = 0;
    openedAt = undefined;
    trials.clear();
  }
  function open() {
    failures = 0;
    openedAt = Date.now();
    trials.clear();
  }
  const isShut = () => openedAt !== undefined && isStillWithin(openFor, openedAt);

  const closedPass = (): Pass => ({
    answered: close,
    failed() {
      // Once it is open, trials alone decide.
      if (openedAt === undefined && ++failures >= mostFailures) open();
    },
    unsent() {},
  });

  function trialPass(milliseconds: number): Pass {
    const { promise, resolve } = Promise.withResolvers<void>();
    const trial = { since: Date.now(), milliseconds, ended: promise };
    trials.add(trial);
    return {
      answered() {
        close();
        resolve();
      },
      failed() {
        // A lost one, or one of an earlier round, has no say any more.
        if (trials.has(trial)) open();
        resolve();
      },
      unsent() {
        trials.delete(trial);
        resolve();
      },
    };
  }

  return {
    async enter(milliseconds) {
      if (isShut()) throw new UpstreamError(system, "open");
      if (openedAt === undefined) return closedPass();
      for (const trial of trials)
        if (!isStillWithin(trial.milliseconds, trial.since)) trials.delete(trial);
      if (trials.size > 0)
        await within(patience, Promise.race([...trials].map(({ ended }) => ended)));
      if (isShut() || trials.size >= mostTrials) throw new UpstreamError(system, "open");
      return openedAt === undefined ? closedPass() : trialPass(milliseconds);
    },
  };
}
