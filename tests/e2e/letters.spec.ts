import { createHash, randomUUID } from "node:crypto";
import { personByKey } from "../../sandbox/people.ts";
import { alikeWithJavaScript, everySource, expect, test } from "./journey.ts";

test.use({ ...everySource, timezoneId: "America/New_York" });

const { uid, email } = personByKey("importer");
const page = "/dashboard/notifications";
const breach = {
  Name: "Canva",
  Domain: "canva.example",
  BreachDate: "2026-05-05",
  DataClasses: ["Passwords"],
};

/** Breach alerts that are due now, and have found nothing so far. */
function dueAlerts() {
  const [key, now] = [randomUUID(), Date.now()];
  const addressDigest = createHash("sha256").update(`${key}:${email}`).digest("base64url");
  return {
    key,
    state: "open",
    payload: { uid },
    progress: { known: [], addressDigest, pending: null, lookedAt: now },
    requestedAt: now,
    updatedAt: now,
    dueAt: 1,
    lease: 0,
    leaseUntil: 0,
    attempts: 0,
    patientUntil: now + 3_600_000,
    needsPerson: null,
  };
}

test(
  "letters: on with the time zone, off, and off by the link of one, signed out",
  alikeWithJavaScript("without, plain forms: letters/routes"),
  async ({ page: browser, context, stack, signedInAs, enhanced }) => {
    const { firestore, world } = stack.sandbox;
    // The letter is sent while the page is used.
    world.breaches.set(email, [breach]);
    firestore.write(`settings/${uid}`, { breachAlerts: true });
    firestore.write(`breachAlerts/${uid}`, dueAlerts());
    await signedInAs("importer");

    const letter = (name: string) => browser.getByRole("region", { name, exact: true });
    const press = (name: string) => browser.getByRole("button", { name }).click();
    const said = browser.getByRole("status");
    const weekly = letter("Weekly letter");
    const alerts = letter("Breach alerts");
    const zone = browser.getByLabel("Time zone", { exact: true });

    await browser.goto(page);
    await expect(weekly).toContainText("Off");
    await expect(alerts).toContainText("On");
    if (!enhanced) await zone.selectOption("America/New_York");
    await zone.scrollIntoViewIfNeeded();
    await expect(zone).toHaveValue("America/New_York");
    await press("Turn on the weekly letter");
    await expect(said).toHaveText("The weekly letter is on.");
    await expect(weekly).toContainText("between 6 and 10 o'clock, America/New York time");

    await zone.selectOption("Europe/Lisbon");
    await press("Save time zone");
    await expect(weekly).toContainText("Europe/Lisbon time");
    await press("Turn off the weekly letter");
    await expect(said).toHaveText("The weekly letter is off.");
    // The time zone is asked for once.
    await press("Turn on the weekly letter");
    await expect(weekly).toContainText("Europe/Lisbon time");

    const mailed = () => world.mails.filter(({ to }) => to.includes(email));
    await expect.poll(() => mailed().length, { timeout: 20_000 }).toBe(1);
    const [mail] = mailed();
    expect(mail?.subject).toBe("Your email is in a new data breach: Canva");
    const link = mail?.text.match(/https?:\S+\/letters\/stop\?t=\S+/)?.[0] ?? "";

    await context.clearCookies();
    await browser.goto(link);
    await expect(browser.getByRole("heading", { name: "Turn off breach alerts?" })).toBeVisible();
    await expect(browser.getByText("You do not need to sign in.")).toBeVisible();
    if (enhanced) await expect(browser).not.toHaveURL(/t=/);
    await press("Turn it off");
    await expect(
      browser.getByRole("heading", { name: "We turned off breach alerts" }),
    ).toBeVisible();

    await signedInAs("importer");
    await browser.getByRole("link", { name: "Notifications" }).click();
    await expect(alerts).toContainText("Off");
    await expect(weekly).toContainText("Europe/Lisbon time");
    await press("Turn on breach alerts");
    await expect(said).toHaveText("Breach alerts are on.");
    await press("Turn off breach alerts");
    await expect(said).toHaveText("Breach alerts are off.");
    await expect(alerts).toContainText("Off");
  },
);
