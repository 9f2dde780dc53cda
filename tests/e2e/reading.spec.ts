import { expect, test } from "./journey.ts";
import { readings } from "./pages.ts";

test("reading pages load the small page script and no React", async ({
  page,
  signedInAs,
  enhanced,
}) => {
  await signedInAs("extras");
  for (const address of readings.filter((page) => !page.startsWith("/pdf"))) {
    const scripts: string[] = [];
    const note = (request: { resourceType(): string; url(): string }) => {
      if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
    };
    page.on("request", note);
    await page.goto(address, { waitUntil: "load" });
    page.off("request", note);
    expect(scripts, address).toEqual(
      enhanced ? [expect.stringMatching(/^\/assets\/page-[\w-]+\.js$/)] : [],
    );
  }
});

test("nothing on a reading page is wider than the screen", async ({ page, signedInAs }) => {
  await signedInAs("extras");
  for (const width of [320, 390])
    for (const address of readings) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(address);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
        `${address} at ${width}`,
      ).toBeLessThanOrEqual(width);
    }
});

test("a guide is read from the first part to the last, and left for the news", async ({
  page,
  signedInAs,
}) => {
  await signedInAs("rich");
  await page.goto("/dashboard");
  await page
    .getByRole("link", { name: /Detect Stalkers/ })
    .last()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Detect Stalkers" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Read article/ })).toHaveCount(5);

  await page
    .getByRole("link", { name: /^Read article/ })
    .first()
    .click();
  for (const part of [1, 2, 3, 4]) {
    await expect(page.getByText(`Part ${part} of 5`)).toBeVisible();
    await page.getByRole("link", { name: new RegExp(`^Next: part ${part + 1}`) }).click();
  }
  await expect(page.getByText("Part 5 of 5")).toBeVisible();
  await page.getByRole("link", { name: "To all articles" }).click();
  await expect(page).toHaveURL(/\/articles\/detect-stalkers$/);

  await page.getByRole("link", { name: "Read news" }).click();
  await page.getByRole("link", { name: /^Light costs nothing/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Light costs nothing/);
  await page.getByRole("link", { name: "To all news" }).click();
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("an owner opens every lesson of the course; a stranger to it opens none", async ({
  page,
  signedInAs,
}) => {
  await signedInAs("extras");
  await page.goto("/dashboard/course");
  for (let number = 1; number <= 10; number += 1) {
    const link = page.getByRole("link", { name: `View lesson ${number}`, exact: true });
    const answer = await page.request.get((await link.getAttribute("href")) ?? "");
    expect(answer.headers()["content-type"]).toBe("application/pdf");
    expect((await answer.body()).subarray(0, 5).toString()).toBe("%PDF-");
  }
  const part = await page.request.get("/pdf/Reels_playbook.pdf", {
    headers: { range: "bytes=0-4" },
  });
  expect(part.status()).toBe(206);
  expect(part.headers()["content-encoding"]).toBeUndefined();
  expect(await part.text()).toBe("%PDF-");
  const head = await page.request.head("/pdf/Lesson_n1.pdf");
  expect(Number(head.headers()["content-length"])).toBeGreaterThan(10_000);
  const known = await page.request.get("/pdf/Lesson_n1.pdf", {
    headers: { "if-none-match": head.headers().etag ?? "" },
  });
  expect(known.status()).toBe(304);

  await page.context().clearCookies();
  await page.goto("/pdf/Lesson_n1.pdf");
  await expect(page).toHaveURL(/\/sign-in\?redirectTo=%2Fpdf%2FLesson_n1\.pdf$/);
  await signedInAs("rich");
  const refused = await page.goto("/pdf/Lesson_n1.pdf");
  expect(refused?.status()).toBe(403);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "This lesson is part of the Instagram PRO course",
  );
});

test("a reading page is asked for while the link is still pressed", async ({
  page,
  signedInAs,
  stack,
  enhanced,
}) => {
  test.skip(!enhanced, "a browser without JavaScript fetches nothing ahead");
  await signedInAs("rich");
  await page.goto("/dashboard/insights");
  await page.getByRole("link", { name: "Read news" }).scrollIntoViewIfNeeded();
  await page.getByRole("link", { name: "Read news" }).hover();
  const asked = () => stack.output().split('"route":"/dashboard/news"').length - 1;
  const before = asked();
  await page.mouse.down();
  await expect.poll(asked).toBe(before + 1);
  await page.mouse.up();
  await expect(page).toHaveURL(/\/dashboard\/news$/);
  expect(asked()).toBe(before + 1);
});
