import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { days, main, person } from "../../sandbox/person.ts";
import { everyCase } from "../setup/cases.ts";
import { type Stack, startStack } from "../setup/stack.ts";
import { alike, expect, sessionOf, test, withJavaScript } from "./journey.ts";

/** The words of a place, by the table of the laws (docs/law.md); where no law prescribes any, ours in the language of the place. */
interface Place {
  place: string;
  locale: string;
  /** Its language in an address. */
  under?: string;
  cancel: string;
  press: string;
  /** A summary comes before the press that counts, with these words on its button. */
  summary?: string;
  withdraw: string;
  confirm: string;
  receipt: string;
  /** The button in the app, where leaving begins at the step that cancels. */
  straight?: string;
  withdrawsInApp?: true;
}

const english = {
  locale: "en-US",
  cancel: "Cancel contracts here",
  press: "Cancel now",
  withdraw: "Withdraw from contract here",
  confirm: "Confirm withdrawal",
  receipt: "We have your cancellation",
};
const straight = "Cancel membership";
const [, actBegins = ""] = /from: (\S+)/.exec(readFileSync("content/law/gb.yaml", "utf8")) ?? [];
/** What the Digital Markets, Competition and Consumers Act asks. */
const british =
  Date.now() < Date.parse(actBegins) ? {} : { straight, withdrawsInApp: true as const };
const places: Place[] = [
  {
    place: "DE",
    locale: "de-DE",
    under: "/de",
    cancel: "Verträge hier kündigen",
    press: "jetzt kündigen",
    withdraw: "Vertrag widerrufen",
    confirm: "Widerruf bestätigen",
    receipt: "Ihre Kündigung ist eingegangen",
    straight: "jetzt kündigen",
    withdrawsInApp: true,
  },
  {
    place: "FR",
    locale: "fr-FR",
    under: "/fr",
    cancel: "Résilier votre contrat",
    press: "Résilier maintenant",
    summary: "Résilier votre contrat",
    withdraw: "Renoncer au contrat ici",
    confirm: "Confirmer la rétractation",
    receipt: "Nous avons bien reçu votre résiliation",
    straight: "Résilier l’abonnement",
    withdrawsInApp: true,
  },
  {
    place: "IT",
    locale: "it-IT",
    under: "/it",
    cancel: "Disdici qui i contratti",
    press: "Disdici ora",
    withdraw: "Recedere dal contratto qui",
    confirm: "Conferma recesso",
    receipt: "Abbiamo ricevuto la tua disdetta",
    withdrawsInApp: true,
  },
  { place: "EU", ...english, withdrawsInApp: true },
  { place: "GB", ...english, ...british, locale: "en-GB" },
  { place: "KR", ...english, straight },
  { place: "IN", ...english, straight },
  { place: "US", ...english },
  { place: "US-CA", ...english },
  { place: "US-NY", ...english },
  { place: "US-MA", ...english },
  { place: "US-MN", ...english, straight },
  { place: "", ...english },
];

const phone = { width: 390, height: 640 };
const desktop = { width: 1280, height: 800 };

/** Whether all that is asked of it is asked of a place before it, too. */
function isAlike(one: Place, inAnyLocale = false): boolean {
  const askedOf = ({ place: _, locale, ...asked }: Place) =>
    JSON.stringify(inAnyLocale ? asked : { ...asked, locale });
  return places.slice(0, places.indexOf(one)).some((other) => askedOf(other) === askedOf(one));
}

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack(
    { LANGUAGES: "en,de,fr,it", TRUST_PROXY: "1" },
    places.map(({ place }, nth) =>
      person(`of-${nth}`, "", [
        main(`sub-${nth}`, "ig_premium_one_month", {
          startedAgo: 3 * days,
          ...(place !== "" && { country: place }),
        }),
      ]),
    ),
  );
});
test.afterAll(() => stack.stop());

/** At both widths, seen without scrolling. */
async function expectSeen(page: Page, role: "button" | "link" | "heading", name: string) {
  // First at the width that it has: each change lays out the page anew.
  const isWide = page.viewportSize()?.width === desktop.width;
  for (const size of isWide ? [desktop, phone] : [phone, desktop]) {
    await page.setViewportSize(size);
    await expect(page.getByRole(role, { name, exact: true }).first()).toBeInViewport({ ratio: 1 });
  }
}

for (const [nth, one] of places.entries()) {
  const { place, locale, under = "" } = one;
  if (isAlike(one, true) && !everyCase) continue;
  const who = isAlike(one)
    ? withJavaScript("the same pages as of a place before")
    : alike("the forms are plain ones");
  test(
    `leaving in ${place || "a place that is not known"}, in its words`,
    who,
    async ({ browser, enhanced }) => {
      const context = await browser.newContext({
        locale,
        javaScriptEnabled: enhanced,
        // Each from a network of its own: one may declare ten times an hour.
        extraHTTPHeaders: { "x-forwarded-for": `203.0.113.${nth}` },
      });
      const page = await context.newPage();
      const email = `of-${nth}@example.com`;
      const mails = () => stack.sandbox.world.mails.filter(({ to }) => to.includes(email));
      const query = place === "" ? "" : `?place=${place}`;

      await page.goto(`${stack.origin}${under}/withdraw${query}`);
      await expectSeen(page, "heading", one.withdraw);
      await page.locator("input[type=email]").fill(email);
      await page.locator("button[value=declare]").click();
      await expectSeen(page, "button", one.confirm);

      await page.goto(`${stack.origin}${under}/cancel${query}`);
      await expectSeen(page, "heading", one.cancel);
      await expectSeen(page, "button", one.press);
      await page.locator("input[type=email]").fill(email);
      await page.getByRole("button", { name: one.press, exact: true }).click();
      if (one.summary !== undefined) {
        await expectSeen(page, "button", one.summary);
        expect(mails()).toEqual([]);
        await page.getByRole("button", { name: one.summary, exact: true }).click();
      }
      await expect(page).toHaveURL(/\/cancel\/received$/);
      await expect.poll(() => mails().map(({ subject }) => subject)).toEqual([one.receipt]);
      expect(mails()[0]?.attachments).toMatchObject([{ mimeType: "application/pdf" }]);

      const { name, value } = await sessionOf(stack, `of-${nth}`);
      await context.addCookies([{ name, value, url: stack.origin }]);
      await page.goto(`${stack.origin}/dashboard/my-plan`);
      await expect(page.locator("button[value=keep-plan]")).toBeVisible();
      await page.goto(`${stack.origin}/dashboard/unsubscribe`);
      await expect(page).toHaveURL(one.straight === undefined ? /\/0$/ : /\/8$/);
      if (one.straight === undefined)
        await expect(page.locator('a[href$="/dashboard/unsubscribe/8"]').first()).toBeVisible();
      else await expectSeen(page, "button", one.straight);
      await page.goto(`${stack.origin}/dashboard/unsubscribe/8`);
      await expect(page.locator('a[href$="/dashboard/unsubscribe/withdraw"]')).toHaveCount(
        one.withdrawsInApp ? 1 : 0,
      );
      if (one.withdrawsInApp) {
        await page.locator('a[href$="/dashboard/unsubscribe/withdraw"]').click();
        await expectSeen(page, "button", one.confirm);
      }
      await context.close();
    },
  );
}
