/** Milliseconds of the work below on the machines that run six files at once without a test that meets a deadline. */
const quick = 65;

/** Milliseconds of some plain arithmetic, the best of three tries: others may be using the processor. */
function measured(): number {
  const tries = [1, 2, 3].map((seed) => {
    const began = performance.now();
    let last = seed;
    for (let step = 0; step < 10_000_000; step++)
      last = (last * 1_103_515_245 + 12_345) & 0x7fffffff;
    return last < 0 ? Number.POSITIVE_INFINITY : performance.now() - began;
  });
  return Math.min(...tries);
}

/**
 * How many files of unit tests run at once. Many wait for deadlines, so there are more than cores. Two quick cores took 271 s
 * with four, 222 s with five and 205 s with six; on cores half as fast, more only meet deadlines that the app sets others.
 */
export const unitTestWorkers = (): number => (measured() < quick ? 6 : 4);
