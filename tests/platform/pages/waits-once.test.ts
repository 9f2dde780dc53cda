import { expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { resetApp } from "#tests/setup/reset-app";

/** Presses on a step of leaving while Firestore hangs, in a process that has read nothing yet. */
async function pressInOutage(languages: string) {
  vi.stubEnv("LANGUAGES", languages);
  resetApp();
  const { cookie } = await newMember();
  resetApp();
  const { log } = await import("~/platform/monitoring/log.server");
  const began = performance.now();
  const waits: number[] = [];
  vi.spyOn(log, "warn").mockImplementation((entry: unknown) => {
    const { system, kind } = entry as { system?: string; kind?: string };
    if (system === "firestore" && kind === "timeout") waits.push(performance.now() - began);
  });
  sandbox.faults.set("firestore", { kind: "hang" });
  const answer = await visit("/dashboard/unsubscribe/5", {
    method: "POST",
    body: new URLSearchParams({ press: "continue", select: "other" }),
    cookie,
  });
  sandbox.faults.clear();
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain("We could not save your answer");
  return waits;
}

// Each wait for a read takes two seconds. A page of several languages waits for its own before the press begins.
test.each([
  ["en", "once", 1_500],
  ["en,de", "twice", 3_500],
])("a press while Firestore hangs, with LANGUAGES=%s, waits %s", async (languages, _, most) => {
  const waits = await pressInOutage(languages);
  expect(waits.length).toBeGreaterThan(0);
  expect(Math.max(...waits) - Math.min(...waits)).toBeLessThan(most);
});
