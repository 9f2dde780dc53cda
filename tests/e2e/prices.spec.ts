import { readdirSync, readFileSync } from "node:fs";
import { dollars } from "../../app/domain/offer.ts";
import { parts } from "../../content/read.ts";
import { expect, test } from "./journey.ts";

const { plans, offers } = parts.offers("content");
const amounts = Object.values(offers).flatMap(({ previous, current }) => [previous, current]);
const known = new Set(
  [...Object.values(plans), ...amounts].flatMap((amount) => (amount ? [dollars(amount)] : [])),
);

const amount = /\$\s?\d[\d,]*(?:\.\d+)?/g;

const pages = [
  "/",
  "/sign-in",
  "/terms-of-use",
  "/privacy",
  "/dashboard",
  "/dashboard/my-plan",
  "/dashboard/my-plan/cancel",
  ...["pdf-course", "profile-report", "reels-playbook", "premium", "gift"].map(
    (slug) => `/dashboard/offers/${slug}`,
  ),
  "/dashboard/course",
  "/dashboard/analytics",
  ...Array.from({ length: 9 }, (_, step) => `/dashboard/unsubscribe/${step}`),
];

test("every price on a page comes from content/offers.yaml", async ({
  page,
  signedInAs,
  enhanced,
}) => {
  test.skip(enhanced, "the server's pages are the same");
  test.slow();
  const found = new Set<string>();
  for (const person of ["rich", "quarter", "gift", "premium", "extras"]) {
    await page.context().clearCookies();
    await signedInAs(person);
    for (const path of pages) {
      await page.goto(path);
      const text = await page.locator("body").evaluate((body) => body.textContent ?? "");
      for (const price of text.match(amount) ?? []) {
        expect.soft(known, `${person} ${path}`).toContain(price);
        found.add(price);
      }
    }
  }
  // The scan itself works: all prices are somewhere.
  expect(found).toEqual(known);
});

test("no price is written anywhere else", ({ enhanced }) => {
  test.skip(enhanced, "read once");
  const below = (folder: string, kind: RegExp) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => kind.test(file))
      .map((file) => `${folder}/${file}`);
  const files = [
    ...below("app", /\.tsx$/),
    "app/services/mails.ts",
    ...below("content", /\.yaml$/).filter((file) => file !== "content/offers.yaml"),
    ...below("content/legal", /\.md$/),
  ];
  expect(files.length).toBeGreaterThan(50);
  const written = files.flatMap((file) =>
    (readFileSync(file, "utf8").match(amount) ?? []).map((price) => `${file}: ${price}`),
  );
  expect(written).toEqual([]);
});
