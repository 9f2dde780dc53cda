import type { Request } from "@playwright/test";
import {
  alike,
  expect,
  letterTo,
  provedElsewhere,
  subjectsTo,
  test,
  withJavaScript,
} from "./journey.ts";

const activation = "Activate your Profile Analyzer account";

const link = (text: string) => /https?:\/\/\S+/.exec(text)?.[0] ?? "";

test("a buyer: from the link with the id to the dashboard", async ({ page, stack, enhanced }) => {
  await page.goto("/access-recovery?id=new-1027");
  await expect(page.getByRole("heading", { name: "Create Your Account" })).toBeVisible();
  const email = page.getByLabel("Email");
  await expect(email).toHaveValue("b…r@example.com");
  await expect(email).not.toBeEditable();

  await page.getByLabel("Password").fill("12345");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("At least 6 symbols").first()).toBeVisible();
  await expect(page.getByLabel("Password")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Password").fill("buyer-secret");
  if (enhanced) await expect(page.getByText("At least 6 symbols")).toBeHidden();
  await page.getByRole("button", { name: "Create account" }).click();

  await page.waitForURL("**/dashboard");
  expect(stack.sandbox.world.effectsOf("finalize")).toHaveLength(1);

  await page.context().clearCookies();
  await page.goto("/access-recovery?id=new-1027");
  await expect(
    page.getByRole("heading", { name: "Your account has already been activated" }),
  ).toBeVisible();
  await expect(page.getByText("buyer@example.com")).toHaveCount(0);
});

test(
  "who forgot the password: reset mail, new password, sign-in",
  alike("keyboard.spec.ts asks for the mail with JavaScript"),
  async ({ page, stack }) => {
    await page.goto("/sign-in");
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await page.getByRole("link", { name: /restore my password/ }).click();
    await page.getByLabel("Email").fill("small@example.com");
    await page.getByRole("button", { name: "Restore password" }).click();

    const modal = page.getByRole("dialog", { name: "Check your email" });
    await expect(modal).toBeVisible();
    await modal.getByRole("link", { name: "Got it" }).click();
    await page.waitForURL("**/sign-in");

    await page.goto(link(await letterTo(stack, "small@example.com", "Reset your password")));
    await page.getByLabel("New password").fill("small-new-pass");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("link", { name: "Sign in" }).click();
    await page.getByLabel("Email").fill("small@example.com");
    await page.getByLabel("Password").fill("small-new-pass");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/dashboard");
  },
);

test(
  "who lost the mail: activation mail, its link, dashboard",
  alike("a buyer's forms are posted in both"),
  async ({ page, stack }) => {
    await page.goto("/access-recovery");
    await page.getByLabel("Email").fill("newcomer@example.com");
    await page.getByRole("button", { name: "Send email" }).click();
    const modal = page.getByRole("dialog", { name: "Check your email" });
    await expect(modal.getByText("First, let's activate your account!")).toBeVisible();
    await modal.getByRole("link", { name: "Got it" }).click();
    await page.waitForURL("**/sign-in");

    await page.goto(link(await letterTo(stack, "newcomer@example.com", activation)));
    await expect(page.getByLabel("Email")).toHaveValue("newcomer@example.com");
    await page.getByLabel("Password").fill("newcomer-secret");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.waitForURL("**/dashboard");
  },
);

test(
  "an expired or altered link says what to do, and one press mails a new one",
  provedElsewhere("ways-in/routes/access-recovery.test.ts"),
  async ({ page, stack }) => {
    const answer = await page.goto("/access-recovery?id=new-1026&t=eyJhbGciOiJIUzI1NiJ9.e30.AAAA");
    expect(answer?.status()).toBe(403);
    await expect(page.getByRole("heading", { name: /no longer works/ })).toBeVisible();
    await page.getByRole("button", { name: "Send me a new link" }).click();
    await expect(page.getByRole("dialog", { name: "Check your email" })).toBeVisible();
    await letterTo(stack, "returning@example.com", activation);
  },
);

test(
  "a mail server that is down: the letter is kept, and comes once the server is back",
  provedElsewhere("ways-in/routes/recovery-mail.test.ts"),
  async ({ page, stack }) => {
    stack.sandbox.faults.set("mail", { kind: "refuse" });
    await page.goto("/access-recovery");
    await page.getByLabel("Email").fill("buyer@example.com");
    await page.getByRole("button", { name: "Send email" }).click();
    await expect(page.getByRole("dialog", { name: "Check your email" })).toBeVisible();
    const letters = () => subjectsTo(stack, "buyer@example.com");
    expect(letters()).toEqual([]);
    stack.sandbox.faults.clear();
    await expect.poll(letters).toEqual([activation]);
  },
);

test(
  "who is active already restores the password with one press more",
  alike("a buyer's forms are posted in both"),
  async ({ page, stack }) => {
    await page.goto("/access-recovery");
    await page.getByLabel("Email").fill("rich@example.com");
    await page.getByRole("button", { name: "Send email" }).click();
    await expect(page.getByText("Your account has already been activated")).toBeVisible();
    await page.getByRole("button", { name: "Restore password" }).click();
    await expect(page.getByRole("dialog", { name: "Check your email" })).toBeVisible();
    await letterTo(stack, "rich@example.com", "Reset your password");
  },
);

test(
  "a form is sent once however often it is pressed, and shows that it is under way",
  withJavaScript("the page's script does it"),
  async ({ page, stack }) => {
    const answered = Promise.withResolvers<void>();
    stack.sandbox.faults.set("identity", { kind: "held", until: answered.promise }, 1);
    await page.goto("/password-recovery");
    await page.getByLabel("Email").fill("rich@example.com");
    const button = page.getByRole("button", { name: "Restore password" });
    const busy = await button.evaluate((element: HTMLButtonElement) => {
      for (let times = 0; times < 5; times += 1) element.click();
      // Pressed while the page was loading: its first `pageshow` changes nothing.
      dispatchEvent(new PageTransitionEvent("pageshow"));
      return element.getAttribute("aria-busy");
    });
    expect(busy).toBe("true");
    answered.resolve();
    await expect(page.getByRole("dialog", { name: "Check your email" })).toBeVisible();
    const calls = stack.sandbox.world.calls.filter(({ path }) => path.includes("sendOobCode"));
    expect(calls).toHaveLength(1);

    const gotIt = page.getByRole("link", { name: "Got it" });
    await expect(gotIt).toBeFocused();
    await page.keyboard.press("Escape");
    await page.waitForURL("**/sign-in");
  },
);

test(
  "a form whose sending was stopped can be sent again",
  withJavaScript("the page's script marks a form that is sent"),
  async ({ page, stack }) => {
    const answered = Promise.withResolvers<void>();
    stack.sandbox.faults.set("identity", { kind: "held", until: answered.promise }, 1);
    await page.goto("/password-recovery");
    await page.getByLabel("Email").fill("rich@example.com");
    const button = page.getByRole("button", { name: "Restore password" });
    const busy = await button.evaluate((element: HTMLButtonElement) => {
      element.click();
      return element.getAttribute("aria-busy");
    });
    expect(busy).toBe("true");
    await (await page.context().newCDPSession(page)).send("Page.stopLoading");
    await expect(button).not.toHaveAttribute("aria-busy");
    answered.resolve();
    await button.click();
    await expect(page.getByRole("dialog", { name: "Check your email" })).toBeVisible();
  },
);

test(
  "who signs in anew in another tab loses nothing in this one",
  withJavaScript("without the page's script nobody is sent away"),
  async ({ page, signedInAs }) => {
    for (const path of ["/dashboard/analytics?from=here", "/dashboard"]) {
      await signedInAs("rich");
      await page.clock.install();
      await page.goto(path);
      await page.evaluate(() => document.body.append(document.createElement("s")));
      await signedInAs("rich");
      const looked = page.waitForResponse((response) => response.url().endsWith(path));
      await page.clock.fastForward("05:15");
      await (await looked).finished();
      await page.clock.fastForward("04:00");
      await expect(page).toHaveURL(path);
      await expect(page.locator("body > s")).toHaveCount(1);
      // That session ends, too.
      await page.context().clearCookies({ name: "session" });
      await page.clock.fastForward("01:15");
      await page.waitForURL("**/sign-in?ended=1&redirectTo=*");
    }
  },
);

test(
  "the session's end in the page: told, signed in again, back where they were",
  withJavaScript("without the page's script the next request tells"),
  async ({ page, signedInAs }) => {
    for (const path of ["/dashboard/analytics?from=here", "/dashboard"]) {
      await signedInAs("rich");
      await page.clock.install();
      await page.goto(path);
      // The browser drops the cookie when the session's time is over.
      await page.context().clearCookies({ name: "session" });
      const early: string[] = [];
      const note = (request: Request) => request.isNavigationRequest() && early.push(request.url());
      page.on("request", note);
      await page.clock.fastForward("04:30");
      await expect(page).toHaveURL(path);
      page.off("request", note);
      expect(early).toEqual([]);
      await page.clock.fastForward("00:45");
      await page.waitForURL("**/sign-in?ended=1&redirectTo=*");
      await expect(page.getByRole("status")).toHaveText(/Your session has ended/);
      await page.getByLabel("Email").fill("rich@example.com");
      await page.getByLabel("Password").fill("rich-pass");
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.waitForURL(`**${path}`);
      await page.context().clearCookies();
    }
  },
);
