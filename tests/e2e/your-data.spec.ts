import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { keptCancellation, keptErasure, keptPurchase } from "../setup/outbox.ts";
import type { Stack } from "../setup/stack.ts";
import { expect, test } from "./journey.ts";

const uid = "uid-rich";
const collections = [
  "subscribers",
  "unsubscribeAnswers",
  "purchaseIntents",
  "cancellationIntents",
] as const;

/** What somebody who nearly left has with the app. */
function keepDataOf({ sandbox }: Stack, owner: string) {
  sandbox.firestore.write(`unsubscribeAnswers/${owner}`, {
    select: "Other",
    stars: 2,
    feedback: "Too dear",
    position: 0,
    updated: null,
    updatedAt: new Date(),
  });
  const owned = { uid: owner, email: `${owner}@example.com`, mainId: "sub-1001" };
  sandbox.firestore.write(
    `purchaseIntents/${owner}_pdfCourse`,
    keptPurchase(owned, { state: "declined", dueAt: null }),
  );
}

const owned = ({ sandbox }: Stack, owner: string) =>
  collections.flatMap((name) =>
    Object.keys(sandbox.firestore.readAll(name)).filter((id) => id.startsWith(owner)),
  );

const mails = ({ sandbox }: Stack) => sandbox.world.mails.map(({ subject }) => subject);

async function openMyPlan(page: Page) {
  await page.goto("/dashboard");
  await page.locator("header summary").click();
  const menu = page.getByRole("navigation", { name: "Menu" });
  await menu.getByRole("link", { name: "My Plan" }).click();
  await expect(page.getByRole("heading", { name: "Your data" })).toBeVisible();
}

test("a subscriber takes a copy of their data from My Plan", async ({
  page,
  signedInAs,
  stack,
}) => {
  await signedInAs("rich");
  keepDataOf(stack, uid);
  keepDataOf(stack, "uid-stranger");
  await openMyPlan(page);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download my data" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("my-profile-analyzer-data.json");
  const text = await readFile(await file.path(), "utf8");
  expect(JSON.parse(text)).toMatchObject({
    account: { id: uid, email: "rich@example.com" },
    subscriptions: [{ status: "active", planCode: "ig_weekly_trial" }],
    cancellationSurvey: [{ feedback: "Too dear" }],
    purchases: [{ state: "declined" }],
    profileAnalysis: { _insights: { status: "completed" } },
  });
  expect(text).not.toContain("uid-stranger");
});

test("a copy that would lack a part is not handed out", async ({ page, signedInAs, stack }) => {
  await signedInAs("rich");
  stack.sandbox.faults.set("subscriptions", { kind: "status", status: 503 });
  const answer = await page.goto("/dashboard/my-data");
  expect(answer?.status()).toBe(502);
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Try again" })).toBeVisible();
});

test("a subscriber has their data erased, is told so by mail, and is signed out", async ({
  page,
  stack,
}) => {
  await page.request.post("/sign-in", {
    form: { email: "rich@example.com", password: "rich-pass" },
    headers: { origin: stack.origin },
    maxRedirects: 0,
  });
  await expect.poll(() => owned(stack, uid)).toEqual([uid]);
  keepDataOf(stack, uid);
  keepDataOf(stack, "uid-stranger");
  const session = await page.context().cookies();
  await openMyPlan(page);
  await page.getByRole("link", { name: "Erase my data" }).click();
  await expect(page.getByText("This does not cancel your subscription")).toBeVisible();
  expect(owned(stack, uid)).toHaveLength(3);
  await page.getByRole("button", { name: "Erase my data and sign out" }).click();

  await expect(page.getByRole("heading", { name: "Your data has been erased" })).toBeVisible();
  expect(owned(stack, uid)).toEqual([]);
  expect(owned(stack, "uid-stranger")).toHaveLength(2);
  expect(stack.sandbox.firestore.read(`profiles/${uid}`)).toBeDefined();
  expect(stack.sandbox.world.effects).toEqual([]);
  await expect.poll(() => mails(stack)).toEqual(["Your data has been erased"]);
  await expect
    .poll(() => stack.sandbox.firestore.read(`erasureRequests/${uid}`))
    .toMatchObject({ payload: { email: null }, dueAt: null });

  await page.context().addCookies(session);
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/sign-in/);
});

test("a cancellation on its way stays, and the page says so", async ({
  page,
  signedInAs,
  stack,
}) => {
  await signedInAs("rich");
  const [subscription] = stack.sandbox.world.subscriptions.filter((one) => one.uid === uid);
  const path = `cancellationIntents/${subscription?.id}`;
  const owner = { id: String(subscription?.id), email: "rich@example.com", uid };
  stack.sandbox.firestore.write(path, keptCancellation(owner, { dueAt: Date.now() + 600_000 }));
  await page.goto("/dashboard/erase-data");
  await page.getByRole("button", { name: "Erase my data and sign out" }).click();
  await expect(
    page.getByRole("heading", { name: "We have your request and are completing it" }),
  ).toBeVisible();
  expect(stack.sandbox.firestore.read(path)).toBeDefined();
  await expect.poll(() => mails(stack)).toEqual(["We have your request to erase your data"]);
});

test("a request that may not be kept is not taken for done", async ({
  page,
  signedInAs,
  stack,
}) => {
  await signedInAs("rich");
  keepDataOf(stack, uid);
  await page.goto("/dashboard/erase-data");
  stack.sandbox.faults.set("firestore", { kind: "status", status: 503 });
  await page.getByRole("button", { name: "Erase my data and sign out" }).click();
  await expect(page.getByText("We could not keep your request just now")).toBeVisible();
  stack.sandbox.faults.clear();
  expect(owned(stack, uid)).toContain(`${uid}_pdfCourse`);
  expect(mails(stack)).toEqual([]);
});

test.describe("erase-expired", () => {
  test.skip(({ enhanced }) => !enhanced, "no browser takes part");

  const old = new Date("2020-01-01T00:00:00Z");

  function start({ sandbox }: Stack, ...options: string[]) {
    const program = spawn(process.execPath, ["build/server/erase-expired.js", ...options], {
      env: { NODE_ENV: "production", PATH: process.env.PATH, ...sandbox.env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [program.stdout, program.stderr])
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString();
      });
    const ended = once(program, "close").then(([code]) => ({ code: code as number, output }));
    return { program, ended };
  }

  test("is a dry run unless told to erase", async ({ stack }) => {
    const { sandbox } = stack;
    sandbox.firestore.write("subscribers/uid-gone", { lastUsedAt: old });
    sandbox.firestore.write("endedSessions/session", { expireAt: old });
    const dry = await start(stack).ended;
    expect(dry.output).toMatch(/^erase-expired: dry run, last use before \d{4}-\d\d-\d\d\n/);
    expect(dry.output).toContain("subscribers: 1 due, 0 erased, 0 still needed\n");
    expect(dry.output).toContain("\n2 documents due, nothing erased; run with --commit");
    expect(dry.output).not.toContain("uid-gone");
    expect(dry.code).toBe(0);
    expect(sandbox.firestore.read("subscribers/uid-gone")).toBeDefined();

    const real = await start(stack, "--commit").ended;
    expect(real).toMatchObject({ code: 0 });
    expect(real.output).toContain("2 of 2 due documents erased\n");
    expect(sandbox.firestore.read("subscribers/uid-gone")).toBeUndefined();
    expect((await start(stack, "--erase").ended).code).toBe(2);
  });

  test("completes what was asked for and left open", async ({ stack }) => {
    keepDataOf(stack, uid);
    stack.sandbox.firestore.write(
      `erasureRequests/${uid}`,
      keptErasure({ uid, email: "rich@example.com" }),
    );
    expect((await start(stack, "--commit").ended).code).toBe(0);
    // Unless the server beside it was quicker: then it is the server that completes it.
    await expect.poll(() => mails(stack)).toEqual(["Your data has been erased"]);
    expect(owned(stack, uid)).toEqual([]);
  });

  test("says so where it cannot go on, and is done by the next run", async ({ stack }) => {
    const { firestore, faults } = stack.sandbox;
    firestore.write("subscribers/uid-gone", { lastUsedAt: old });
    faults.set("firestore", { kind: "status", status: 503 });
    const broken = await start(stack, "--commit").ended;
    expect(broken.code).toBe(1);
    expect(broken.output).toContain("; what is left is erased by the next run");
    faults.clear();
    expect((await start(stack, "--commit").ended).code).toBe(0);
    expect(firestore.read("subscribers/uid-gone")).toBeUndefined();
  });

  test("killed anywhere, it leaves the rest to the next run", async ({ stack }) => {
    const { firestore } = stack.sandbox;
    for (let index = 0; index < 1_500; index += 1) {
      firestore.write(`unsubscribeAnswers/uid-gone-${index}`, { updatedAt: old });
      firestore.write(`subscribers/uid-gone-${index}`, { lastUsedAt: old });
    }
    firestore.write("unsubscribeAnswers/uid-here", { updatedAt: old });
    firestore.write("subscribers/uid-here", { lastUsedAt: new Date() });
    const left = (name: string) => Object.keys(firestore.readAll(name));

    const { program, ended } = start(stack, "--commit");
    while (left("unsubscribeAnswers").length > 1_300)
      await new Promise((resolve) => setTimeout(resolve, 2));
    program.kill("SIGKILL");
    await ended;
    expect(left("unsubscribeAnswers").length).toBeGreaterThan(1);
    expect(left("subscribers")).toHaveLength(1_501);

    expect((await start(stack, "--commit").ended).code).toBe(0);
    expect(left("unsubscribeAnswers")).toEqual(["uid-here"]);
    expect(left("subscribers")).toEqual(["uid-here"]);
  });
});
