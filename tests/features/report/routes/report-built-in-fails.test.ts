import { expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { address, ownerWith, pdfOf, withBuiltInReports } from "#tests/setup/built-in-reports";
import { everyCase } from "#tests/setup/cases";
import { crowd, orders } from "#tests/setup/report-threads";
import { visibleText } from "#tests/setup/visible-text";
import { firestore } from "~/platform/store/firebase.server";

withBuiltInReports();

const owner = () => ownerWith({ people: { newFollowers: [], lostFollowers: [] } });
const ordered = () =>
  vi.waitFor(() => expect(orders.all.length).toBeGreaterThan(0), { timeout: 20_000, interval: 5 });

test.each([
  ["your own", "/dashboard/report?paper=letter", true],
  ["the example", "/dashboard/example/report", false],
  ["the example on Letter", "/dashboard/example/report?paper=letter", false],
])(
  "a failure of %s leads to the same report, and speaks of a purchase only where there is one",
  async (_, path, isBought) => {
    const { cookie } = await owner();
    orders.held = true;
    const asked = visit(path, { cookie });
    await ordered();
    await orders.all[0]?.worker.terminate();
    const answer = await asked;
    expect(answer.status).toBe(500);
    const html = await answer.text();
    expect(html).toContain(`href="${path}"`);
    expect(html.includes("What you bought is safe.")).toBe(isBought);
  },
);

test("a thread that dies: a page says so, and the next try gives the report", async () => {
  const { cookie, ...rest } = await owner();
  orders.held = true;
  const asked = visit(address, { cookie });
  await ordered();
  await orders.all[0]?.worker.terminate();
  const answer = await asked;
  expect(answer.status).toBe(500);
  const words = visibleText(await answer.text());
  expect(words).toContain("We could not create your report right now. What you bought is safe.");
  expect(words).not.toContain("ReportFailed");
  orders.release();
  expect((await pdfOf({ cookie, ...rest })).byteLength).toBeGreaterThan(10_000);
});

// report.test.ts has the same page, of the other report.
test.runIf(everyCase)(
  "a browser sees a page that waits; its reload gives the same report",
  async () => {
    const { cookie } = await owner();
    const open = () => visit(address, { cookie, headers: { accept: "text/html,*/*" } });
    orders.held = true;
    const waiting = await open();
    expect([waiting.status, waiting.headers.get("refresh")]).toEqual([202, "1"]);
    expect(await waiting.text()).toContain("Your report is being prepared");
    orders.release();
    expect((await open()).headers.get("content-type")).toBe("application/pdf");
    expect(orders.all).toHaveLength(1);
  },
);

test("too many wait: a page asks to try again, and when", async () => {
  const { setReport } = await import("~/features/report/services/set.server");
  orders.held = true;
  const others = crowd(setReport);
  const answer = await visit(address, { cookie: (await owner()).cookie });
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "30"]);
  expect(visibleText(await answer.text())).toContain("Many reports are being made right now");
  orders.release();
  await Promise.all(others);
});

const builtIn = { _source: "built-in" };

test.each([
  ["profile", "profiles", { ...builtIn, _insights: { status: 7 } }, 502, "We could not create"],
  ["analysis", "analyses", { generation: 7 }, 503, "computed again on the growth page"],
])("a rotten %s: a page says so", async (_, collection, document, status, text) => {
  const { cookie, uid } = await owner();
  await (await firestore()).doc(`${collection}/${uid}`).set(document);
  const answer = await visit(address, { cookie });
  expect(answer.status).toBe(status);
  expect(visibleText(await answer.text())).toContain(text);
});
