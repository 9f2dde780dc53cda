// Not `performance`, which a test may replace by one that stands still.
const now = () => Number(process.hrtime.bigint() / 1_000n) / 1_000;
const tick = 20;
let last = 0;
let kept = 0;
let ticking: NodeJS.Timeout | undefined;

function look(): void {
  const moment = now();
  kept += Math.max(0, moment - last - tick);
  last = moment;
}

/**
 * @returns a function that tells the milliseconds that were waited since, without those in which a busy machine kept this
 * process from running. Computing that blocks the process does not count either: that is for `processorTime`.
 */
export function stopwatch(): () => number {
  if (ticking) look();
  else {
    last = now();
    ticking = setInterval(look, tick).unref();
  }
  const [startedAt, keptBefore] = [last, kept];
  return () => {
    look();
    return last - startedAt - (kept - keptBefore);
  };
}

/** @returns a function that tells the milliseconds of processor time that this process has used since */
export function processorTime(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
}
