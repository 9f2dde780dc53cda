import type { Page } from "@playwright/test";
import { few } from "../../setup/cases.ts";
import { everySource, expect, test, withJavaScript } from "../journey.ts";
import { unheard } from "./faults.ts";
import { everyNode, hear, wordsIn } from "./heard.ts";

test.use(everySource);

interface Refused {
  at: string;
  type?: Readonly<Record<string, string>>;
  press: string;
  /** What the page says before its form can be sent. */
  unfold?: string;
}

const byVisitors: readonly Refused[] = [
  { at: "/sign-in", type: { Email: "rich@", Password: "12" }, press: "Sign in" },
  { at: "/de/sign-in", type: { "E-Mail-Adresse": "rich@" }, press: "Anmelden" },
  { at: "/sign-in/link", type: { Email: "rich@" }, press: "Email me a link" },
  { at: "/password-recovery", type: { Email: "rich@" }, press: "Restore password" },
  { at: "/access-recovery", type: { Email: "rich@" }, press: "Send email" },
  { at: "/access-recovery?id=new-1027", type: { Password: "12" }, press: "Create account" },
  {
    at: "/access-recovery?id=new-1027",
    unfold: "Is this my address?",
    type: { "Your whole address": "rich@" },
    press: "Compare",
  },
  { at: "/cancel", type: { Email: "rich@" }, press: "Cancel now" },
  { at: "/withdraw", type: { Email: "rich@" }, press: "Go on" },
  { at: "/ar/cancel", press: "الإلغاء الآن" },
];

const bySubscribers: readonly Refused[] = [
  {
    at: "/dashboard/security",
    type: { "Current password": "12", "New password": "12" },
    press: "Change password",
  },
];

/** Sends a form that is refused, and looks at what is said of it. */
async function expectRefused(page: Page, { at, type = {}, press, unfold }: Refused): Promise<void> {
  await page.goto(at);
  if (unfold) await page.getByText(unfold).click();
  for (const [label, text] of Object.entries(type))
    await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByRole("button", { name: press, exact: true }).click();
  const summary = page.locator(".form-summary").first();
  await expect(summary, at).toBeFocused();
  await expect(summary, at).toHaveAttribute("role", "alert");
  const heard = await hear(page);
  expect(unheard(heard), at).toEqual([]);

  // What is listed leads to the fields, and these say the same.
  const nodes = everyNode(heard);
  const listed = nodes.filter(({ attributes }) => attributes.class === "form-summary");
  const links = listed.flatMap(everyNode).filter(({ role }) => role === "link");
  for (const { attributes, name } of links) {
    const id = (attributes.href ?? "").slice(1);
    const field = nodes.find((node) => node.attributes.id === id);
    expect(`${field?.description} ${field && wordsIn(field)}`, `${at} #${id}`).toContain(name);
  }
  const wrong = nodes.filter(({ states }) => states.invalid === "true");
  expect(links.length, at).toBe(wrong.length);
  // What was typed stands there again; passwords are typed anew.
  for (const [label, text] of Object.entries(type))
    if (!/password/i.test(label))
      await expect(page.getByLabel(label, { exact: true }), at).toHaveValue(text);
}

test("a refused form says at its top what is wrong, and in which field", async ({
  page,
  signedInAs,
  enhanced,
}) => {
  for (const form of enhanced ? byVisitors : few(byVisitors, 3)) await expectRefused(page, form);
  await signedInAs("rich");
  for (const form of bySubscribers) await expectRefused(page, form);
});

test(
  "what is pasted stays",
  withJavaScript("only a script could refuse it"),
  async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    for (const path of ["/sign-in", "/access-recovery?id=new-1027", "/cancel"]) {
      await page.goto(path);
      for (const field of await page.locator("main input:not([readonly]):visible").all()) {
        await page.evaluate(() => navigator.clipboard.writeText("pasted@example.com"));
        await field.focus();
        await page.keyboard.press("ControlOrMeta+a");
        await page.keyboard.press("ControlOrMeta+v");
        await expect(field, path).toHaveValue("pasted@example.com");
      }
    }
  },
);
