import { SignJWT } from "jose";
import type { Stack } from "../setup/stack.ts";
import {
  alike,
  alikeWithJavaScript,
  expect,
  letterTo,
  makeDue,
  provedElsewhere,
  subjectsTo,
  test,
} from "./journey.ts";
import { cancellations, press, step } from "./leaving.ts";

test(
  "billing hangs: kept, said so, and completed once it answers",
  alikeWithJavaScript("the form is a plain one"),
  async ({ page, signedInAs, stack }) => {
    await signedInAs("brandx");
    stack.sandbox.faults.set("billing", { kind: "hang" }, 1);
    await page.goto(step(8));
    await press(page, "Cancel membership");
    await expect(
      page.getByRole("dialog", { name: "We have your cancellation and are completing it" }),
    ).toBeVisible();
    // The app asks billing again once the first letter is out.
    const letters = () => subjectsTo(stack, "brandx@example.com");
    await expect.poll(letters).toContain("We have your cancellation");
    const { world } = stack.sandbox;
    const [mine] = world.subscriptions.filter(({ uid }) => uid === "uid-brandx");
    await makeDue(stack, `cancellationIntents/${mine?.id}`);
    await expect.poll(() => cancellations(stack).length, { timeout: 60_000 }).toBe(1);
    await expect
      .poll(letters)
      .toEqual(["We have your cancellation", "Your membership has been canceled"]);
    await page.reload();
    await expect(
      page.getByRole("dialog", { name: "Your membership has been canceled" }),
    ).toBeVisible();
  },
);

test.describe("Firestore is down", () => {
  // The journeys that follow use the same server: its circuit breaker must have closed again.
  test.afterEach(async ({ page, stack }) => {
    stack.sandbox.faults.clear();
    const statusOfCopy = async () =>
      (await page.request.get("/dashboard/my-data", { maxRedirects: 0 })).status();
    await expect.poll(statusOfCopy, { timeout: 30_000 }).toBe(200);
  });

  /** What the app writes down by itself once Firestore answers: after the next reset it would be that journey's. */
  async function untilKept({ sandbox }: Stack, id: string, state: "open" | "done"): Promise<void> {
    sandbox.faults.clear();
    const kept = () => sandbox.firestore.read(`cancellationIntents/${id}`)?.state;
    await expect.poll(kept, { timeout: 60_000 }).toBe(state);
  }

  test(
    "billing's own confirmation counts",
    provedElsewhere("leaving/services/cancellation-kept-late.test.ts"),
    async ({ page, signedInAs, stack }) => {
      await signedInAs("quarter");
      await page.goto(step(8));
      stack.sandbox.faults.set("firestore", { kind: "refuse" });
      await press(page, "Cancel membership");
      await expect(
        page.getByRole("heading", { name: "Your membership has been canceled" }),
      ).toBeVisible();
      expect(cancellations(stack)).toHaveLength(1);
      await untilKept(stack, "1021", "done");
    },
  );

  test(
    "and billing too: nobody is told that it is done, from the first step on",
    alike("the form is a plain one"),
    async ({ page, signedInAs, stack }) => {
      await signedInAs("pending");
      await page.goto(step(0));
      stack.sandbox.faults.set("firestore", { kind: "refuse" });
      stack.sandbox.faults.set("billing", { kind: "reset" });
      await press(page, "Cancel now");
      const alert = page.getByRole("alert");
      await expect(alert).toContainText("We could not confirm your cancellation");
      await expect(alert.getByRole("link")).toHaveAttribute("href", /^mailto:/);
      expect(cancellations(stack)).toEqual([]);
      // It is tried again when its lease ends, 45 s later.
      await untilKept(stack, "1004", "open");
    },
  );
});

const mailedLink = async ({ sandbox }: Stack, id: string, lifetime = "7d") => {
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: "HS256" })
    .setAudience("link:cancellation")
    .setSubject(id)
    .setJti(crypto.randomUUID())
    .setIssuedAt()
    .setExpirationTime(lifetime)
    .sign(new TextEncoder().encode(sandbox.env.SESSION_SECRETS));
  return `/unsubscription?from=${token}`;
};

test("the link of the mail cancels in one press, and its token stays unseen", async ({
  page,
  stack,
  enhanced,
}) => {
  const asked = await page.request.post("/api/cancel-request", {
    data: { email: "premium@example.com", code: "profile-analyzer" },
  });
  expect(await asked.json()).toEqual({ success: true });
  // It is sent after the answer.
  const text = await letterTo(
    stack,
    "premium@example.com",
    "Confirm that you want to cancel your membership",
  );
  const link = /http:\S+\/unsubscription\?from=\S+/.exec(text)?.[0] ?? "";
  const referers: string[] = [];
  page.on("request", (request) => {
    const { referer } = request.headers();
    if (referer) referers.push(referer);
  });
  await page.goto(link);
  if (!enhanced) {
    expect(cancellations(stack)).toEqual([]);
    await press(page, "Cancel my subscription");
  }
  await expect(
    page.getByRole("heading", { name: "Your subscription has been canceled" }),
  ).toBeVisible();
  await expect(page.getByText("We've successfully cancelled your subscription.")).toBeVisible();
  expect(page.url()).toBe(`${stack.origin}/unsubscription`);
  expect(referers.filter((referer) => referer.includes("from="))).toEqual([]);
  expect(stack.output()).not.toContain(new URL(link).searchParams.get("from"));
  expect(cancellations(stack)).toMatchObject([{ payload: { subscription_id: "1019" } }]);
});

test(
  "a mail program's one click cancels; a foreign page's does not",
  provedElsewhere("leaving/routes/cancel-by-link.test.ts"),
  async ({ page, stack }) => {
    const link = await mailedLink(stack, "sub-1001");
    const click = (headers: Record<string, string>) =>
      fetch(stack.origin + link, {
        method: "POST",
        redirect: "manual",
        headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
        body: "List-Unsubscribe=One-Click",
      });
    expect((await click({ origin: "https://evil.example" })).status).toBe(403);
    expect(cancellations(stack)).toEqual([]);
    const answer = await click({});
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toContain("no-store");
    expect(cancellations(stack)).toHaveLength(1);
    await page.goto(await mailedLink(stack, "sub-1001", "-1m"));
    await expect(page.getByRole("heading", { name: "No subscriptions" })).toBeVisible();
    await expect(page.getByRole("button")).toHaveCount(0);
  },
);
