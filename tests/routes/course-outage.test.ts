import { expect, test } from "vitest";
import { sandbox } from "#tests/setup/outside";
import { get, outcome, signedIn } from "#tests/setup/requests";
import { loader } from "~/routes/course/route";
import { loader as pdfLoader } from "~/routes/pdf/route";

test("with the subscription service down, the course and its files say so", async () => {
  sandbox.faults.set("subscriptions", { kind: "status", status: 500 });
  const cookie = await signedIn("extras");
  expect(await outcome(() => loader(get("/dashboard/course", { cookie })))).toMatchObject({
    status: 503,
    body: { lessons: undefined },
  });
  const params = { file: "Lesson_n1.pdf" };
  const answer = await outcome(() => pdfLoader(get("/pdf/Lesson_n1.pdf", { cookie, params })));
  expect(answer.status).toBe(503);
  expect(answer.body).toContain("We cannot open your file right now");
  expect(answer.body).not.toContain("%PDF");
});
