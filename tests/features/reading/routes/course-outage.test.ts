import { beforeEach, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { ask } from "#tests/setup/ask";
import { sandbox } from "#tests/setup/outside";
import { signedIn } from "#tests/setup/requests";
import { resetApp } from "#tests/setup/reset-app";

beforeEach(() => {
  resetApp();
});

test("with the subscription service down, the course and its files say so", async () => {
  sandbox.faults.set("subscriptions", { kind: "status", status: 500 });
  const cookie = await signedIn("extras");
  expect(await ask("/dashboard/course", { cookie })).toMatchObject({
    status: 503,
    body: { lessons: undefined },
  });
  const answer = await visit("/pdf/Lesson_n1.pdf", { cookie });
  expect(answer.status).toBe(503);
  const body = await answer.text();
  expect(body).toContain("We cannot open your file right now");
  expect(body).not.toContain("%PDF");
});

test("a bought course stays open while the subscription service is down", async () => {
  const cookie = await signedIn("extras");
  const open = async () => (await visit("/dashboard/course", { cookie })).status;
  expect(await open()).toBe(200);
  sandbox.faults.set("subscriptions", { kind: "status", status: 500 });
  const read = Date.now();
  vi.useFakeTimers({ now: read + 280_000, toFake: ["Date", "performance"] });
  expect(await open()).toBe(200);
  vi.useRealTimers();
});
