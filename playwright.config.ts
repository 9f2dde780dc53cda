import { defineConfig, devices } from "@playwright/test";
import { browserPath } from "./tests/setup/browser.ts";

const executablePath = browserPath();

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.spec.ts",
  outputDir: "test-results",
  snapshotPathTemplate: "tests/spoken/{arg}{ext}",
  workers: 3,
  // A test that fails now and then has found a fault, in the app or in itself.
  retries: 0,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // Ends what hangs; how long a test takes depends on the machine.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  reporter: [["list"]],
  use: {
    ...devices["Pixel 7"],
    viewport: { width: 390, height: 844 },
    // A phone's seven times as many pixels are drawn by the processor here, and no test looks at them.
    deviceScaleFactor: 1,
    // Each frame of an animation is drawn by the processor: a fifth of all that journeys take.
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        // Fewer processes for each page: a tenth of the processor time less.
        "--in-process-gpu",
        "--disable-site-isolation-trials",
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
  projects: [
    // By the tags of tests/e2e/journey.ts.
    { name: "with JavaScript", grepInvert: /@without-javascript|@proved-elsewhere/ },
    {
      name: "without JavaScript",
      grepInvert: /@with-javascript|@proved-elsewhere/,
      use: { javaScriptEnabled: false },
    },
  ],
});
