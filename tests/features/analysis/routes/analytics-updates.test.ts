import { afterEach, expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { sandbox } from "#tests/setup/outside";
import { get, signedIn } from "#tests/setup/requests";
import { loader } from "~/features/analysis/routes/analytics-updates/route";

afterEach(() => sandbox.faults.clear());

test("a page that waits for its analysis gets the event after an outage, too", async () => {
  const cookie = await signedIn("rich");
  sandbox.faults.set("firestore", { kind: "hang" });
  const leaving = new AbortController();
  const { request, ...rest } = get("/dashboard/analytics/updates", { cookie });
  const answer = await loader({ ...rest, request: new Request(request, leaving) });
  const events = answer.body?.getReader();
  sandbox.faults.clear();
  const { value } = (await events?.read()) ?? {};
  expect(new TextDecoder().decode(value)).toContain("event: changed");
  leaving.abort();
});

test("the stream has no data address, where it would be read to an end that never comes", async () => {
  const cookie = await signedIn("rich");
  const answer = await visit("/dashboard/analytics/updates.data", { cookie });
  expect(answer.status).toBe(404);
});

test("a redirect between pages has a data address", async () => {
  const cookie = await signedIn("rich");
  const answer = await visit("/dashboard/unsubscribe.data", { cookie });
  expect(await answer.text()).toContain("/dashboard/unsubscribe/0");
});
