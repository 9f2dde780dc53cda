import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { alike, alikeWithJavaScript, expect, provedElsewhere, test } from "./journey.ts";

const address = "/dashboard/password-safety";

test("while an address is checked, the page is there and says so, and then what came of it in the same region", async ({
  page,
  signedInAs,
  stack,
  enhanced,
}) => {
  await signedInAs("leaked");
  const checked = Promise.withResolvers<void>();
  stack.sandbox.faults.set("functions", { kind: "held", until: checked.promise }, 1);
  await page.goto(address, { waitUntil: "commit" });
  const said = page.getByRole("status").filter({ hasText: "Checking known breaches" });
  await expect(said).toBeVisible();
  const region = await said.elementHandle();
  checked.resolve();
  // A new region that comes with its words is not heard. On a busy machine the check may have taken too long.
  const outcome = /EMAIL COMPROMISED!|Please try again later/;
  if (enhanced) await expect.poll(() => region?.textContent()).toMatch(outcome);
});

test(
  "a compromised address is named, with what to do about each breach",
  alikeWithJavaScript("the page is the same"),
  async ({ page, signedInAs, stack }) => {
    await signedInAs("leaked");
    await page.goto(address);
    await expect(page.getByText("EMAIL COMPROMISED!")).toBeVisible();
    await expect(page.getByText("Checking known breaches")).toBeHidden();
    await expect(
      page.getByRole("heading", {
        name: 'Your email "leaked@example.com" is compromised on 4 breached sites',
      }),
    ).toBeVisible();
    const cards = page.getByRole("article");
    await expect(cards).toHaveCount(4);
    await expect(cards.first()).toContainText("Change the password on that site today");
    await expect(cards.last().getByText("Install pending updates")).toBeHidden();
    await cards.last().getByText("What to do about it").click();
    await expect(cards.last().getByText("Install pending updates")).toBeVisible();
    const asked = stack.sandbox.world.calls.filter(({ path }) =>
      path.startsWith("/breachedaccount"),
    );
    expect(asked).toHaveLength(1);
  },
);

test("a password is checked in the page, and five characters of its hash leave it", async ({
  page,
  signedInAs,
  stack,
  enhanced,
}) => {
  await signedInAs("rich");
  await page.goto(address);
  const field = page.getByLabel("Password to check");
  if (!enhanced) return expect(field).toBeHidden();

  const sent: string[] = [];
  page.on("request", (request) => {
    // The page's own pictures may still be on their way.
    if (/\.(svg|ico|png)$/.test(request.url())) return;
    sent.push(`${request.url()} ${request.postData() ?? ""}`);
  });
  await field.fill("letmein");
  await field.press("Enter");
  await expect(page.getByText("it was seen 481,231 times")).toBeVisible();
  const hash = createHash("sha1").update("letmein").digest("hex").toUpperCase();
  expect(sent).toEqual([expect.stringMatching(`/pwned/range/${hash.slice(0, 5)} $`)]);

  await field.fill("a password that nobody has lost yet");
  await expect(page.getByText("it was seen")).toBeHidden();
  await page.getByRole("button", { name: "Check password" }).click();
  await expect(page.getByText("in no leak that is known today")).toBeVisible();

  stack.sandbox.faults.set("pwned", { kind: "status", status: 500 });
  await page.getByRole("button", { name: "Check password" }).click();
  await expect(page.getByText("We could not check the password right now")).toBeVisible();
});

test(
  "post pictures are shown, and quietly left out where their host is down",
  alikeWithJavaScript("the page is the same"),
  async ({ page, signedInAs, stack }) => {
    await signedInAs("extras");
    const pictures = page.locator('main img[src^="/picture/"]');
    const widths = () =>
      pictures.evaluateAll((images) =>
        images.map((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
      );
    // The sandbox draws each when it is first asked for, which the app would not wait for on a busy machine.
    const profile = JSON.stringify(stack.sandbox.firestore.read("profiles/uid-extras"));
    const addresses = new Set(profile.match(/http[^"]+\/posts\/[^"]+/g));
    expect(addresses.size).toBeGreaterThan(0);
    for (const picture of addresses) await fetch(picture);
    await page.goto("/dashboard/analytics");
    await pictures.first().scrollIntoViewIfNeeded();
    await expect.poll(async () => (await widths())[0]).toBeGreaterThan(100);

    await page.goto("/dashboard");
    stack.sandbox.faults.set("pictures", { kind: "status", status: 500 });
    // A page that no other journey opens: pictures that were made once are still shown.
    const failed = page.waitForResponse(
      (response) => response.url().includes("/picture/") && response.status() === 502,
    );
    await page.goto("/dashboard/analytics/newFollowers");
    await failed;
    await expect.poll(widths).toContain(1);
  },
);

test(
  "an owner downloads the profile report",
  provedElsewhere("report/routes/report.test.ts"),
  async ({ page, signedInAs, stack }) => {
    await signedInAs("extras");
    const download = page.waitForEvent("download");
    await page.goto("/dashboard/report").catch(() => {
      // A download ends the navigation.
    });
    const report = await download;
    expect(report.suggestedFilename()).toBe("profile-report.pdf");
    expect((await readFile(await report.path())).subarray(0, 5).toString()).toBe("%PDF-");

    stack.sandbox.faults.set("functions", { kind: "status", status: 500 });
    await page.goto("/dashboard/report");
    await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Try again" })).toBeVisible();
  },
);

test(
  "a report that takes its time is waited for on a page that says so",
  alike("the page goes on by itself in both"),
  async ({ page, signedInAs, stack }) => {
    await signedInAs("extras");
    const made = Promise.withResolvers<void>();
    stack.sandbox.faults.set("functions", { kind: "held", until: made.promise });
    const download = page.waitForEvent("download");
    await page.goto("/dashboard/report");
    await expect(
      page.getByRole("heading", { name: "Your report is being prepared" }),
    ).toBeVisible();
    made.resolve();
    expect((await readFile(await (await download).path())).subarray(0, 5).toString()).toBe("%PDF-");
  },
);
