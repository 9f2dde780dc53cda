import { setTimeout as pause } from "node:timers/promises";

let passed = 0;
let failed = 0;

export const counts = () => ({ passed, failed });

export async function check(what: string, run: () => Promise<void>): Promise<void> {
  const started = performance.now();
  try {
    await run();
    passed += 1;
    console.log(`  ✓ ${what} (${Math.round(performance.now() - started)} ms)`);
  } catch (error) {
    failed += 1;
    console.log(`  ✗ ${what}\n${error instanceof Error ? error.stack : error}`);
  }
}

/** Asks again until the answer is as wanted. @returns the milliseconds it took */
export async function until(
  wanted: () => Promise<boolean> | boolean,
  most: number,
  every = 250,
): Promise<number> {
  const started = performance.now();
  for (;;) {
    if (await wanted()) return performance.now() - started;
    if (performance.now() - started > most) throw new Error(`not so within ${most} ms`);
    await pause(every);
  }
}
