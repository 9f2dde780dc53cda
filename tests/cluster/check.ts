import { setTimeout as pause } from "node:timers/promises";

let passed = 0;
let failed = 0;

export const counts = () => ({ passed, failed });

export async function check(title: string, run: () => Promise<void>): Promise<void> {
  const started = performance.now();
  try {
    await run();
    passed += 1;
    console.log(`  ✓ ${title} (${Math.round(performance.now() - started)} ms)`);
  } catch (error) {
    failed += 1;
    console.log(`  ✗ ${title}\n${error instanceof Error ? error.stack : error}`);
  }
}

/** Polls until the condition holds. @returns the milliseconds it took */
export async function until(
  condition: () => Promise<boolean> | boolean,
  timeout: number,
  interval = 250,
): Promise<number> {
  const started = performance.now();
  for (;;) {
    if (await condition()) return performance.now() - started;
    if (performance.now() - started > timeout) throw new Error(`not within ${timeout} ms`);
    await pause(interval);
  }
}
