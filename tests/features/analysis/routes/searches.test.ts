import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { crowd, memberWithAnalysis } from "#tests/setup/analyses";
import { visit } from "#tests/setup/app";
import { everyCase } from "#tests/setup/cases";
import { resetApp } from "#tests/setup/reset-app";
import { visibleText } from "#tests/setup/visible-text";

beforeEach(() => resetApp());
afterEach(() => vi.restoreAllMocks());

const fans = "/dashboard/analytics/fans";

async function search(cookie: string, path = `${fans}?q=person`) {
  const answer = await visit(path, { cookie });
  return {
    status: answer.status,
    wait: Number(answer.headers.get("retry-after")),
    text: visibleText(await answer.text()),
  };
}

/** Of more people than can be searched without a bound. */
const many = 20_001;
const someone = () => memberWithAnalysis({ people: { fans: crowd(many) } });

/** Searches that take places and do not end before they are let go. */
async function hold(uid: string, count: number) {
  const { searchFor } = await import("~/features/analysis/searches.server");
  const { promise, resolve } = Promise.withResolvers<void>();
  const begun: Promise<void>[] = [];
  const held: Promise<void>[] = [];
  for (let n = 0; n < count; n += 1)
    begun.push(
      new Promise((isBegun) => {
        held.push(
          searchFor(uid, many, () => {
            isBegun();
            return promise;
          }),
        );
      }),
    );
  await Promise.all(begun);
  return async () => {
    resolve();
    await Promise.all(held);
  };
}

test("a subscriber's searches: two at once, and what is over the bound says so and works again later", async () => {
  const { uid, cookie } = await someone();
  const other = await someone();
  const letGo = await hold(uid, 2);
  const refused = await search(cookie);
  expect(refused).toMatchObject({ status: 429, wait: 5 });
  expect(refused.text).toContain(
    "Too many searches Your last searches are still being carried out. Please try again in 5 seconds.",
  );
  expect((await search(other.cookie)).status).toBe(200);
  // Only searches are bounded.
  expect((await search(cookie, fans)).status).toBe(200);
  await letGo();
  expect(await search(cookie)).toMatchObject({ status: 200 });
});

test("eight searches at once in all", async () => {
  const { cookie } = await someone();
  const letGo = await Promise.all([1, 2, 3, 4].map((n) => hold(`uid-${n}`, 2)));
  const refused = await search(cookie);
  expect(refused).toMatchObject({ status: 503, wait: 5 });
  expect(refused.text).toContain("Many people are searching at this moment.");
  await Promise.all(letGo.map((one) => one()));
  expect(await search(cookie)).toMatchObject({ status: 200 });
});

test("sixty searches in a minute", async () => {
  const { uid, cookie } = await someone();
  const { searchFor } = await import("~/features/analysis/searches.server");
  for (let n = 0; n < 60; n += 1) await searchFor(uid, many, async () => undefined);
  const refused = await search(cookie);
  expect(refused.status).toBe(429);
  expect(refused.wait).toBeGreaterThan(0);
  expect(refused.text).toMatch(
    /You have searched very often\. Please try again in (\d+ seconds?|1 minute)\. Try again/,
  );
  expect((await search((await someone()).cookie)).status).toBe(200);
});

test("a search that fails frees its place", async () => {
  const { searchFor } = await import("~/features/analysis/searches.server");
  for (let n = 0; n < 10; n += 1)
    await expect(searchFor("uid", many, () => Promise.reject(new Error("ill")))).rejects.toThrow(
      "ill",
    );
});

test("searches of a list that costs little have no bound", async () => {
  const { uid, cookie } = await memberWithAnalysis({ people: { fans: crowd(3) } });
  const letGo = await hold(uid, 2);
  for (let n = 0; n < (everyCase ? 70 : 5); n += 1) expect((await search(cookie)).status).toBe(200);
  await letGo();
});
