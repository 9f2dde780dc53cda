import { readdirSync } from "node:fs";
import type { Page } from "@playwright/test";
import { bringFiguresOf } from "../../../sandbox/demo-imports.ts";
import { exportZips, wholeFile } from "../../../sandbox/histories/export-zip.ts";
import { makeHistory } from "../../../sandbox/histories/history.ts";
import { everyCase } from "../../setup/cases.ts";
import type { Stack } from "../../setup/stack.ts";
import { everySource, expect, letterTo, test, withJavaScript } from "../journey.ts";
import { listenTo } from "./listener.ts";

// Whole journeys as who listens hears them, kept in tests/spoken/journeys/ and written anew as the pages are
// (pages.spec.ts).

test.describe.configure({ mode: "parallel" });
test.use(everySource);

type Step = (name: string, act: () => Promise<unknown>) => Promise<void>;

interface Journey {
  name: string;
  /** Nobody else's: the app remembers for 30 s who has which plan. Left out for who is not signed in. */
  person?: string;
  walk: (page: Page, step: Step, stack: Stack, enhanced: boolean) => Promise<void>;
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" }).click();
const follow = (page: Page, name: string | RegExp) =>
  page
    .getByRole("link", { name, exact: typeof name === "string" })
    .first()
    .click();
const seen = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text).first()).toBeVisible();
const headed = (page: Page, name: string | RegExp) =>
  expect(page.getByRole("heading", { name }).first()).toBeVisible();

const journeys: readonly Journey[] = [
  {
    name: "sign in, refused first, and log out",
    async walk(page, step) {
      await step("opens the sign-in page", () => page.goto("/sign-in"));
      await step("presses Sign in with nothing typed", async () => {
        await press(page, "Sign in");
        await seen(page, "Min 6 symbols");
      });
      await step("types the wrong password", async () => {
        await page.getByLabel("Email").fill("rich@example.com");
        await page.getByLabel("Password").fill("wrong-pass");
        await press(page, "Sign in");
        await seen(page, "The password is invalid");
      });
      await step("types the right one", async () => {
        await page.getByLabel("Password").fill("rich-pass");
        await press(page, "Sign in");
        await page.waitForURL("**/dashboard");
      });
      await step("opens the menu", () => page.getByRole("banner").locator("summary").click());
      await step("chooses Log out", async () => {
        await follow(page, "Log out");
        await page.waitForURL("**/log-out");
        await headed(page, "Are you sure?");
      });
      await step("confirms", async () => {
        await press(page, "Yes, log out");
        await page.waitForURL("**/sign-in");
      });
    },
  },
  {
    name: "reset a password",
    async walk(page, step, stack) {
      await step("opens the page", () => page.goto("/password-recovery"));
      await step("types half an address", async () => {
        await page.getByLabel("Email").fill("small@example");
        await press(page, "Restore password");
        await seen(page, "Wrong email format");
      });
      await step("types the whole", async () => {
        await page.getByLabel("Email").fill("small@example.com");
        await press(page, "Restore password");
        await headed(page, "Check your email");
      });
      await step("closes the notice", async () => {
        await follow(page, "Got it");
        await page.waitForURL("**/sign-in");
      });
      await letterTo(stack, "small@example.com", "Reset your password");
    },
  },
  {
    name: "create an account",
    async walk(page, step) {
      await step("opens the link of the purchase", () => page.goto("/access-recovery?id=1028"));
      await step("asks whether the address is theirs", async () => {
        await page.getByText("Is this my address?").click();
        await page.getByLabel("Your whole address").fill("somebody@example.com ");
        await press(page, "Compare");
        await expect(page.getByRole("alert").filter({ hasText: /\w/ }).first()).toBeVisible();
      });
      await step("chooses a short password", async () => {
        await page.getByLabel("Password").fill("12345");
        await press(page, "Create account");
        await seen(page, "At least 6 symbols");
      });
      await step("chooses a long one", async () => {
        await page.getByLabel("Password").fill("newcomer-secret");
        await press(page, "Create account");
        await page.waitForURL("**/dashboard");
      });
    },
  },
  {
    name: "import an export",
    person: "idle",
    async walk(page, step, _, enhanced) {
      const history = makeHistory({ seed: 5, followers: 300, following: 120 });
      const [zip] = exportZips(history, history.end - 40 * 86_400);
      if (!zip) throw new Error("no export");
      const buffer = Buffer.from(await wholeFile(zip));
      const good = { name: zip.name, mimeType: "application/zip", buffer };
      await step("opens the page", () => page.goto("/dashboard/import"));
      await step("types a count that is none", async () => {
        await page.getByLabel("Your export").setInputFiles(good);
        await page.getByLabel("Followers shown on your profile").fill("many");
        await press(page, "Import");
        await seen(page, "as Instagram shows it: 1,361 or 12.3K");
      });
      await step("chooses a picture", async () => {
        await page.getByLabel("Followers shown on your profile").fill("");
        const picture = { name: "a.json", mimeType: "application/json", buffer: Buffer.from("{}") };
        await page.getByLabel("Your export").setInputFiles(picture);
        await press(page, "Import");
        await seen(page, enhanced ? "no part of an Instagram export" : "not an Instagram export");
      });
      await page.goto("/dashboard/import");
      await step("chooses the export", async () => {
        await page.getByLabel("Your export").setInputFiles(good);
        await press(page, "Import");
        await page.waitForURL(/\/dashboard\/import\/[\w-]+$/);
        await headed(page, "Your export is in use");
      });
      await step("takes it back", async () => {
        await press(page, "Take this export back");
        await headed(page, "This export was taken back");
      });
    },
  },
  {
    name: "connect and disconnect",
    person: "creator",
    async walk(page, step, _, enhanced) {
      await step("opens the page", () => page.goto("/dashboard/connect"));
      await step("goes to Instagram and does not allow it", async () => {
        await press(page, "Connect with Instagram");
        await press(page, "Not now");
        await seen(page, "you did not allow it");
      });
      await step("goes there again and allows it", async () => {
        await press(page, "Connect with Instagram");
        await press(page, "few.posts");
        await headed(page, "few.posts is connected");
        // Until all is read, scripts reload the page.
        if (enhanced) await seen(page, /read once a day/);
      });
      await step("chooses Disconnect", async () => {
        await follow(page, "Disconnect");
        await headed(page, "Disconnect few.posts?");
      });
      await step("confirms", async () => {
        await press(page, "Disconnect and erase");
        await seen(page, "is disconnected");
      });
    },
  },
  {
    name: "buy an extra",
    person: "premium",
    async walk(page, step, stack) {
      await step("opens the home page", () => page.goto("/dashboard"));
      await step("opens the offer", async () => {
        await page.getByRole("link", { name: /Get it.*Instagram PRO/ }).press("Enter");
        await headed(page, "Instagram Mastery Course");
      });
      await step("buys, and the card is refused", async () => {
        stack.sandbox.faults.set("billing", { kind: "status", status: 402 }, 1);
        await page.getByRole("button", { name: "Buy for $28.99" }).press("Enter");
        await seen(page, "The sandbox answers 402");
      });
      await step("buys again", async () => {
        await page.getByRole("button", { name: "Buy for $28.99" }).press("Enter");
        await expect(page.getByRole("dialog").getByText("PURCHASED")).toBeVisible();
      });
      await step("closes the dialog", async () => {
        await page.getByRole("link", { name: "Done" }).press("Enter");
        await page.waitForURL("**/dashboard");
      });
    },
  },
  {
    name: "change the plan",
    person: "brandx",
    async walk(page, step) {
      await step("opens the first step", () => page.goto("/dashboard/unsubscribe/0"));
      await step("is ready to let go", async () => {
        await press(page, "I'm ready to let go of my growth");
        await headed(page, "Your current plan");
      });
      await step("presses Change my plan", async () => {
        await press(page, "Change my plan");
        await headed(page, "A lighter way to stay");
      });
      await step("takes the offer", async () => {
        await press(page, "Change to the Premium Plan");
        await headed(page, "Your plan has been successfully updated!");
      });
      await step("closes it", async () => {
        await follow(page, "Great!");
        await page.waitForURL("**/dashboard");
      });
    },
  },
  {
    name: "leave",
    person: "processing",
    async walk(page, step, _, enhanced) {
      await step("opens My Plan", () => page.goto("/dashboard/my-plan"));
      await step("presses Cancel", async () => {
        await follow(page, "Cancel");
        await headed(page, "We are sorry to see you go");
      });
      await step("wants to see the options first", async () => {
        await follow(page, "See my options first");
        await headed(page, "Before you go");
      });
      await step("is ready to let go", async () => {
        await press(page, "I'm ready to let go of my growth");
        await headed(page, "Your current plan");
      });
      await step("presses Cancel membership", async () => {
        await press(page, "Cancel membership");
        await headed(page, "Wait! have you made the most out of it");
      });
      await step("still wants to opt out", async () => {
        await press(page, "I still want to opt out");
        await headed(page, "What made you decide to leave?");
      });
      if (!enhanced)
        await step("goes on without a reason", async () => {
          await press(page, "Continue");
          await seen(page, "Choose a reason to continue");
        });
      await step("gives a reason", async () => {
        await page.getByLabel("Other").check();
        await press(page, "Continue");
        await headed(page, "How was it overall?");
      });
      await step("says how it was", async () => {
        await page.getByLabel("Your feedback").fill("Fine.");
        await press(page, "Continue");
        await headed(page, "Take a month on us");
      });
      await step("is not interested", async () => {
        await press(page, "I'm not interested");
        await headed(page, "You're about to lose it all");
      });
      await step("cancels", async () => {
        await press(page, "Cancel membership");
        await headed(page, "Your membership has been canceled");
      });
    },
  },
  {
    name: "cancel without signing in",
    async walk(page, step) {
      await step("opens the form", () => page.goto("/cancel"));
      await step("sends it empty", async () => {
        await press(page, "Cancel now");
        await seen(page, "Wrong email format");
      });
      await step("types an address", async () => {
        await page.getByLabel("Email").fill("nobody@example.com");
        await press(page, "Cancel now");
        await headed(page, "We have your cancellation");
      });
    },
  },
  {
    name: "change the language",
    person: "brandy",
    async walk(page, step) {
      await step("opens the home page", () => page.goto("/dashboard"));
      await step("chooses Arabic", async () => {
        await press(page, "العربية");
        await headed(page, "لوحة التحكم");
      });
      await step("opens My Plan", async () => {
        await page.getByRole("contentinfo").getByRole("link", { name: "خطتي" }).click();
        await headed(page, "خطتي");
      });
      await step("opens the privacy policy", () => page.goto("/ar/privacy"));
      await step("chooses German there", async () => {
        await follow(page, "Deutsch");
        await page.waitForURL("**/de/privacy");
      });
    },
  },
  {
    name: "take the data along, and erase it",
    person: "quarter",
    async walk(page, step) {
      await step("opens My Plan", () => page.goto("/dashboard/my-plan"));
      await step("says where they live", async () => {
        await page.getByRole("combobox", { name: "Where you live" }).selectOption("FR");
        await press(page, "Save");
        await seen(page, "Your place is saved.");
      });
      await step("chooses Erase my data", async () => {
        await follow(page, "Erase my data");
        await headed(page, "What we erase now");
      });
      await step("confirms", async () => {
        await press(page, "Erase my data and sign out");
        await headed(page, "Your data has been erased");
      });
    },
  },
  {
    name: "hide a person, and search",
    person: "imported",
    async walk(page, step, { sandbox, origin }) {
      const person = sandbox.world.people.find(({ key }) => key === "imported");
      if (!person) throw new Error("nobody is called imported");
      await bringFiguresOf(person, origin);
      await step("opens a list", () => page.goto("/dashboard/analytics/fans"));
      await step("searches", async () => {
        await page.getByRole("searchbox").fill("an");
        await press(page, "Search");
        await seen(page, /people match/);
      });
      await step("searches for nobody", async () => {
        await page.getByRole("searchbox").fill("nobody-at-all");
        await press(page, "Search");
        await seen(page, /match/);
      });
      await step("shows all again", async () => {
        await follow(page, "Show all");
        await page.waitForURL("**/fans");
      });
      await step("goes to the next page", async () => {
        await follow(page, "Next");
        await page.waitForURL("**page=2");
      });
      await step("opens a person", () =>
        page.getByRole("rowheader").first().getByRole("link").first().click(),
      );
      await step("hides them", async () => {
        await press(page, "Hide them in your lists");
        await page.waitForURL("**/hidden");
      });
      await step("shows them again", async () => {
        await press(page, /^Show again/);
        await seen(page, "You have hidden nobody.");
      });
    },
  },
  {
    name: "letters and passwords",
    person: "importer",
    async walk(page, step) {
      await step("opens the letters", () => page.goto("/dashboard/notifications"));
      await step("turns one on", async () => {
        await press(page, "Turn on breach alerts");
        await seen(page, "Breach alerts are on.");
      });
      await step("opens Security", () => page.goto("/dashboard/security"));
      await step("types a wrong password", async () => {
        await page.getByLabel("Current password").fill("wrong-pass");
        await page.getByLabel("New password").fill("three small words");
        await press(page, "Change password");
        await seen(page, "This is not your current password.");
      });
      await step("types the right one", async () => {
        await page.getByLabel("Current password").fill("importer-pass");
        await page.getByLabel("New password").fill("three small words");
        await press(page, "Change password");
        await seen(page, "Your password is changed.");
      });
      await step("signs out everywhere", async () => {
        await press(page, "Sign out everywhere");
        await seen(page, "You are signed out everywhere.");
      });
    },
  },
  {
    name: "breaches, and a password",
    person: "leaked",
    async walk(page, step, _, enhanced) {
      await step("opens the page", async () => {
        await page.goto("/dashboard/password-safety");
        await seen(page, "EMAIL COMPROMISED!");
      });
      await step("has dealt with one", async () => {
        await press(page, /Harbor Forum/);
        await page.waitForLoadState();
        await seen(page, "The breach is marked as dealt with.");
      });
      if (!enhanced) return;
      await step("checks a password", async () => {
        await page.getByLabel("Password to check").fill("letmein");
        await press(page, "Check password");
        await seen(page, "it was seen 481,231 times");
      });
    },
  },
];

for (const { name, person, walk } of journeys)
  test(
    `what is heard of a journey: ${name}`,
    everyCase ? {} : withJavaScript("its pages are those of pages.spec.ts, each as a whole"),
    async ({ page, signedInAs, stack, enhanced }) => {
      if (person) await signedInAs(person);
      const listener = await listenTo(page, enhanced);
      await walk(page, listener.step, stack, enhanced);
      expect.soft(listener.silences()).toEqual([]);
      expect(listener.written()).toMatchSnapshot(["journeys", fileOf(name, enhanced)]);
    },
  );

test("no text is left of a journey that is gone", withJavaScript("there is one folder"), () => {
  const kept = journeys.flatMap(({ name }) => [true, false].map((one) => fileOf(name, one)));
  expect(readdirSync("tests/spoken/journeys").toSorted()).toEqual(kept.toSorted());
});

function fileOf(name: string, enhanced: boolean): string {
  return `${name.replace(/\W+/g, "-")}${enhanced ? "" : ".without-javascript"}.txt`;
}
