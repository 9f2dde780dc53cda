import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "playwright";
import sharp from "sharp";
import { browserPath } from "../../tests/setup/browser.ts";
import { installPrograms } from "../../tests/setup/debian.ts";
import { startStack } from "../../tests/setup/stack.ts";

// Takes the README's pictures from the built app against the sandbox: `npm run pictures`.
const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };
const shots = [
  { name: "landing", path: "/", signedIn: false, views: { phone, desktop } },
  { name: "dashboard", path: "/dashboard", signedIn: true, views: { phone } },
  { name: "analytics", path: "/dashboard/analytics", signedIn: true, views: { phone, desktop } },
  { name: "leaving", path: "/dashboard/unsubscribe/2", signedIn: true, views: { phone } },
] as const;

const folder = new URL(".", import.meta.url).pathname;
const executablePath = browserPath();
const stack = await startStack();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  // Without it the headless browser spaces letters by whole pixels.
  args: ["--no-sandbox", "--font-render-hinting=none"],
});
try {
  const session = await signIn(browser);
  for (const { name, path, signedIn, views } of shots)
    for (const [view, viewport] of Object.entries(views)) {
      const context = await browser.newContext({
        viewport,
        deviceScaleFactor: 1.5,
        colorScheme: "light",
        reducedMotion: "reduce",
        ...(signedIn && { storageState: session }),
      });
      const page = await context.newPage();
      await page.goto(stack.origin + path, { waitUntil: "networkidle" });
      await save(await page.screenshot(), `${name}-${view}`);
      await context.close();
    }
} finally {
  await browser.close();
  await stack.stop();
}
await save(firstChapter(), "course");

async function signIn(browser: Browser) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${stack.origin}/sign-in`);
  await page.getByLabel("Email").fill("rich@example.com");
  await page.getByLabel("Password").fill("rich-pass");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/dashboard");
  return context.storageState();
}

/** The page of a lesson that follows its title page, as PNG. */
function firstChapter(): Buffer {
  installPrograms({ pdftoppm: "poppler-utils" });
  const drawn = mkdtempSync(join(tmpdir(), "pdf-"));
  const page = join(drawn, "page");
  const options = ["-png", "-singlefile", "-f", "2", "-scale-to", "1266"];
  execFileSync("pdftoppm", [...options, "build/pdf/Lesson_n1.pdf", page]);
  const bytes = readFileSync(`${page}.png`);
  rmSync(drawn, { recursive: true });
  return bytes;
}

async function save(png: Buffer, name: string): Promise<void> {
  await sharp(png).webp({ quality: 80 }).toFile(`${folder}${name}.webp`);
}
