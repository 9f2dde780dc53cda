import type { RouteConfigEntry } from "@remix-run/route-config";
import { beforeAll, expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import routes from "~/routes";

/** A page of each pattern that has parameters; addresses that are files or signed have none. */
const examples: Record<string, string | undefined> = {
  "/api/send-activation-by-email/:bundle/:email": undefined,
  "/api/cancel-subscription/:content": undefined,
  "/dashboard/unsubscribe/:step": "/dashboard/unsubscribe/0",
  "/dashboard/offers/:product": "/dashboard/offers/profile-report",
  "/dashboard/analytics/:category": "/dashboard/analytics/fans",
  "/dashboard/news/:slug": "/dashboard/news/light-costs-nothing",
  "/articles/:slug": "/articles/secret-admirers",
  "/articles/:slug/:subSlug": "/articles/detect-stalkers/protecting-your-data-and-privacy",
  "/dashboard/articles/*": undefined,
  "/pdf/:file": undefined,
  "/data-erasure/:state": "/data-erasure/erased",
  "/picture/:token": undefined,
};
/** It streams, and so ends with the connection only. */
const streams = "/dashboard/analytics/updates";

function patternsOf(table: RouteConfigEntry[], above = ""): string[] {
  return table.flatMap(({ path = "", index, children = [] }) => {
    const own = path ? `${above}/${path}` : above;
    return [...(path || index ? [own || "/"] : []), ...patternsOf(children, own)];
  });
}

const addresses = [...new Set(patternsOf([...routes]))]
  .map((pattern) => (/[:*]/.test(pattern) ? examples[pattern] : pattern))
  .filter((address) => address !== undefined && address !== streams) as string[];

// The whole app is put together with the first visit.
beforeAll(() => visit("/healthz"));

test("every page has one description of its own", async () => {
  const { cookie, uid } = await newMember();
  const [plan] = sandbox.world.subscriptions.filter((one) => one.uid === uid);
  if (plan)
    sandbox.world.subscriptions.push({
      ...plan,
      id: `${plan.id}-course`,
      planCode: "ig_course_otp",
      mainPlan: false,
    });
  const descriptions = new Map<string, string[]>();
  for (const address of addresses) {
    const asked = await visit(address, { cookie });
    // Some pages are for visitors only.
    const page = asked.status === 302 ? await visit(address) : asked;
    const isPage = page.status === 200 && page.headers.get("content-type")?.startsWith("text/html");
    const html = await page.text();
    if (isPage)
      descriptions.set(address, html.match(/<meta name="description" content="[^"]+"/g) ?? []);
  }
  const wrong = [...descriptions].filter(([, found]) => found.length !== 1);
  expect(wrong).toEqual([]);
  const reading = [...descriptions].filter(([address]) =>
    /analytics|articles|top-|news|insights|course|safety/.test(address),
  );
  expect(reading.length).toBeGreaterThanOrEqual(9);
  expect(new Set(reading.map(([, [text]]) => text)).size).toBe(reading.length);
});
