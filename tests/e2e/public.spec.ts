import {
  alike,
  alikeWithJavaScript,
  expect,
  provedElsewhere,
  test,
  withJavaScript,
} from "./journey.ts";

const person = { email: "rich@example.com", password: "rich-pass" };
const creds = Buffer.from(JSON.stringify(person)).toString("base64");

// Where each leads is looked up in the page itself (features/site/routes/landing.test.ts).
test(
  "a call to action leads to the funnel with the campaign",
  alike("a link is a link"),
  async ({ page, stack }) => {
    await page.goto("/?utm_source=ig&fbclid=abc");
    await page.getByRole("link", { name: "Let's Level Up My Instagram!" }).click();
    await page.waitForURL(`${stack.sandbox.env.FUNNEL_URL}**`);
    expect(new URL(page.url()).searchParams.get("utm_source")).toBe("ig");
  },
);

test(
  "header and footer lead where they say",
  provedElsewhere("every address of the page: site/routes/landing.test.ts"),
  async ({ page, stack, context }) => {
    await page.goto("/");
    for (const [region, name, address] of [
      ["banner", "Ask for refund", stack.sandbox.env.REFUND_FORM_URL],
      ["contentinfo", "Ask for refund", stack.sandbox.env.REFUND_FORM_URL],
      ["contentinfo", "Terms and Conditions", `${stack.origin}/terms-of-use`],
      ["contentinfo", "Privacy Policy", `${stack.origin}/privacy`],
    ] as const) {
      const opened = context.waitForEvent("page");
      await page.getByRole(region).getByRole("link", { name }).click();
      const tab = await opened;
      await tab.waitForURL(address ?? "");
      await tab.close();
    }
    await page.getByRole("link", { name: "Sign in" }).click();
    await expect(page).toHaveURL("/sign-in");
  },
);

test(
  "Sign in leads a subscriber on to the dashboard",
  provedElsewhere("the server leads on: ways-in/routes/sign-in.test.ts"),
  async ({ page, signedInAs }) => {
    await signedInAs("rich");
    await page.goto("/");
    await page.getByRole("link", { name: "Sign in" }).click();
    await expect(page).toHaveURL("/dashboard");
  },
);

test(
  "a credentials link signs in with one press and leaves no trace",
  alikeWithJavaScript("the form alone: ways-in/routes/credentials-link.test.ts"),
  async ({ page, stack }) => {
    const referrers: string[] = [];
    page.on("request", (request) => referrers.push(request.headers().referer ?? ""));
    await page.goto(`/?creds=${creds}`);
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("region", { name: "Welcome back" })).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(person.email);
    await expect(page.getByLabel("Password")).toHaveValue(person.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL("/dashboard");

    for (const text of [stack.output(), ...referrers])
      for (const secret of [creds, person.password, person.email])
        expect(text).not.toContain(secret);
  },
);

test(
  "no transition between pages can be aborted: Chromium would throw it on the new page",
  alikeWithJavaScript("without scripts nobody listens"),
  async ({ page, enhanced }) => {
    const thrown: string[] = [];
    page.on("pageerror", ({ message }) => thrown.push(message));
    await page.goto("/");
    await page.evaluate(() =>
      addEventListener("pageswap", (event) => {
        const { viewTransition } = event as Event & { viewTransition: object | null };
        sessionStorage.setItem("transition", String(viewTransition));
      }),
    );
    await page.evaluate(() => location.assign("/sign-in"));
    await page.waitForURL("/sign-in");
    // Without scripts nobody listens, and nothing is thrown either.
    if (enhanced)
      expect(await page.evaluate(() => sessionStorage.getItem("transition"))).toBe("null");
    expect(thrown).toEqual([]);
  },
);

test(
  "the hidden button throws a test error, and the crash page keeps its styles",
  alike("signals.spec.ts presses it with JavaScript"),
  async ({ page, enhanced }) => {
    const thrown: string[] = [];
    page.on("pageerror", ({ message }) => thrown.push(message));
    await page.goto("/?showerrbtn=plz");
    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    await page.getByRole("button", { name: "Throw a test error" }).click();
    expect((await answered).status()).toBe(500);
    await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
    await expect(page).toHaveTitle("Something went wrong · Profile Analyzer");
    expect(thrown).toEqual(enhanced ? ["Test error"] : []);
    await expect(page.getByRole("link", { name: "Back to home page" })).toHaveCSS(
      "background-color",
      "rgb(37, 107, 253)",
    );
  },
);

test(
  "an address that is not there says so, with a way on",
  provedElsewhere("tests/not-found.test.ts"),
  async ({ page }) => {
    const answer = await page.goto("/nowhere");
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
    await page.getByRole("link", { name: "Back to home page" }).click();
    await expect(page).toHaveURL("/");
  },
);

test(
  "an address that is not there leads who is signed in to the dashboard",
  provedElsewhere("tests/not-found.test.ts"),
  async ({ page, signedInAs }) => {
    await signedInAs("rich");
    const wrong: string[] = [];
    page.on("pageerror", ({ message }) => wrong.push(message));
    page.on("console", (said) => {
      if (said.type() === "error" && !/404/.test(said.text())) wrong.push(said.text());
    });
    // React runs on the second.
    for (const path of ["/nowhere", "/dashboard/unsubscribe/9"]) {
      expect((await page.goto(path, { waitUntil: "networkidle" }))?.status()).toBe(404);
      await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
      await expect(page.getByRole("link", { name: "Sign in" })).toHaveCount(0);
      await page.getByRole("link", { name: "Back to home page" }).click();
      await expect(page).toHaveURL("/dashboard");
    }
    expect(wrong).toEqual([]);
  },
);

test(
  "the contents of a legal text lead to its sections",
  provedElsewhere("every anchor: site/routes/landing.test.ts"),
  async ({ page }) => {
    await page.goto("/privacy");
    await page.getByText("Contents").first().click();
    await page.getByRole("link", { name: "How long we keep data" }).click();
    await expect(page).toHaveURL("/privacy#how-long-we-keep-data");
    await expect(page.getByRole("heading", { name: "9. How long we keep data" })).toBeInViewport();
  },
);

test(
  "the landing page is light, still, and without React",
  withJavaScript("measured once"),
  async ({ page }) => {
    await page.goto("/", { waitUntil: "networkidle" });
    const loaded = await page.evaluate(() =>
      performance
        .getEntries()
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .map(({ name, transferSize }) => ({ path: new URL(name).pathname, transferSize })),
    );
    const weight = (wanted: (path: string) => boolean) =>
      loaded.reduce((sum, { path, transferSize }) => sum + (wanted(path) ? transferSize : 0), 0);
    expect(weight((path) => path === "/")).toBeGreaterThan(1_000);
    // Browsers fetch the dictionary of later pages when they have nothing else to do.
    expect(weight((path) => !/\.(svg|ico|png|dict)$/.test(path))).toBeLessThan(31 * 1_024);
    expect(weight((path) => path.endsWith(".dict"))).toBeLessThan(21_000);
    expect(weight((path) => path.endsWith(".js"))).toBeLessThan(3_000);
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let total = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries())
              total += (entry as PerformanceEntry & { value: number }).value;
          }).observe({ type: "layout-shift", buffered: true });
          setTimeout(() => resolve(total), 300);
        }),
    );
    // Until the font is there, another of its metrics stands in: where it comes late, the end of a line moves by a hair.
    expect(shift).toBeLessThan(0.001);
    for (const image of await page.locator("main img").all()) {
      await expect(image).toHaveAttribute("width", /^\d+$/);
      await expect(image).toHaveAttribute("height", /^\d+$/);
    }
  },
);
