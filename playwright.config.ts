import { defineConfig, devices } from "@playwright/test";
import { browserPath } from "./tests/setup/browser.ts";

const executablePath = browserPath();

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.spec.ts",
  outputDir: "test-results",
  workers: 3,
  // A machine that is busy with other things may miss a deadline once; what fails twice is broken.
  retries: 1,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  timeout: 30_000,
  expect: { timeout: 7_000 },
  reporter: [["list"]],
  use: {
    ...devices["Pixel 7"],
    viewport: { width: 390, height: 844 },
    screenshot: "only-on-failure",
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
  projects: [
    { name: "with JavaScript" },
    { name: "without JavaScript", use: { javaScriptEnabled: false } },
  ],
});
