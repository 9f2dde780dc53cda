import { beforeEach, expect, test, vi } from "vitest";
import { sandbox } from "#tests/setup/outside";
import { get, outcome, signedIn } from "#tests/setup/requests";

let course: typeof import("~/routes/course/route");
let pdf: typeof import("~/routes/pdf/route");

beforeEach(async () => {
  vi.resetModules();
  course = await import("~/routes/course/route");
  pdf = await import("~/routes/pdf/route");
});

test("with the subscription service down, the course and its files say so", async () => {
  sandbox.faults.set("subscriptions", { kind: "status", status: 500 });
  const cookie = await signedIn("extras");
  expect(await outcome(() => course.loader(get("/dashboard/course", { cookie })))).toMatchObject({
    status: 503,
    body: { lessons: undefined },
  });
  const params = { file: "Lesson_n1.pdf" };
  const answer = await outcome(() => pdf.loader(get("/pdf/Lesson_n1.pdf", { cookie, params })));
  expect(answer.status).toBe(503);
  expect(answer.body).toContain("We cannot open your file right now");
  expect(answer.body).not.toContain("%PDF");
});

test("what was bought stays open while the service cannot be asked", async () => {
  const cookie = await signedIn("extras");
  const open = async () =>
    (await outcome(() => course.loader(get("/dashboard/course", { cookie })))).status;
  expect(await open()).toBe(200);
  sandbox.faults.set("subscriptions", { kind: "status", status: 500 });
  const read = Date.now();
  vi.useFakeTimers({ now: read + 280_000, toFake: ["Date", "performance"] });
  expect(await open()).toBe(200);
  vi.useRealTimers();
});
