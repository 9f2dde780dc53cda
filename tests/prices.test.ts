import content from "content:offers";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { everyCase } from "#tests/setup/cases";
import { signedIn } from "#tests/setup/requests";
import { visibleText } from "#tests/setup/visible-text";
import { dollars } from "~/platform/values/money";

const { plans, offers } = content;
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

/** Three of them see all prices. */
const people = everyCase
  ? ["rich", "quarter", "gift", "premium", "extras"]
  : ["quarter", "gift", "extras"];

test("every price on a page comes from content/offers.yaml", async () => {
  const found = new Set<string>();
  for (const person of people) {
    const cookie = await signedIn(person);
    const texts = await Promise.all(
      pages.map(async (path) => visibleText(await (await visit(path, { cookie })).text())),
    );
    for (const [at, text] of texts.entries())
      for (const price of text.match(amount) ?? []) {
        expect.soft(known, `${person} ${pages[at]}`).toContain(price);
        found.add(price);
      }
  }
  // The scan itself works: all prices are somewhere.
  expect(found).toEqual(known);
});

test("no price is written anywhere else", () => {
  const below = (folder: string, kind: RegExp) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => kind.test(file))
      .map((file) => `${folder}/${file}`);
  const files = [
    ...below("app", /\.tsx$|mails?(\.server)?\.ts$/),
    ...below("content", /\.yaml$/).filter((file) => file !== "content/offers.yaml"),
    ...below("content/legal", /\.md$/),
  ];
  expect(files.length).toBeGreaterThan(50);
  const written = files.flatMap((file) =>
    (readFileSync(file, "utf8").match(amount) ?? []).map((price) => `${file}: ${price}`),
  );
  expect(written).toEqual([]);
});
