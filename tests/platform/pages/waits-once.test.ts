import { expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { resetApp } from "#tests/setup/reset-app";

test("a press waits once for a Firestore that hangs, though its page reads as well", async () => {
  const { cookie } = await newMember();
  resetApp();
  const { log } = await import("~/platform/monitoring/log.server");
  const timeouts: number[] = [];
  vi.spyOn(log, "warn").mockImplementation((entry: unknown) => {
    const { system, kind } = entry as { system?: string; kind?: string };
    if (system === "firestore" && kind === "timeout") timeouts.push(performance.now());
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
  expect(timeouts.length).toBeGreaterThan(0);
  // A second wait would end two seconds after the first.
  expect(Math.max(...timeouts) - Math.min(...timeouts)).toBeLessThan(1_500);
});
