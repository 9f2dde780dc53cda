import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { get, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { chromium } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { browserPath, installBrowser } from "../setup/browser.ts";
import { everyCase, few } from "../setup/cases.ts";
import { installPrograms } from "../setup/debian.ts";
import { dictionaryFrom } from "../setup/dictionaries.ts";
import { type Stack, startStack } from "../setup/stack.ts";
import { patterns, sampleOf } from "./addresses.ts";
import { signInAs } from "./requests.ts";

const name = readdirSync("build/client/assets").find((one) => one.endsWith(".dict")) ?? "";
const dictionary = dictionaryFrom(readFileSync(`build/client/assets/${name}`));
const folder = mkdtempSync(join(tmpdir(), "encodings-"));
const dictionaryFile = join(folder, "dictionary");

let stack: Stack;
let cookie: string;
beforeAll(async () => {
  installPrograms({ curl: "curl", gzip: "gzip", zstd: "zstd" });
  await installBrowser();
  writeFileSync(dictionaryFile, dictionary.bytes);
  stack = await startStack({
    APP_ENV: "production",
    ANALYSIS_SOURCES: "outside,export,instagram",
  });
  cookie = await signInAs(stack.origin, "rich");
});
afterAll(() => stack.stop());

interface Sent {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** As it goes over the wire. */
async function ask(path: string, headers: Record<string, string>): Promise<Sent> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const all = { cookie, "sec-fetch-site": "none", ...headers };
    get(stack.origin + path, { headers: all }, resolve).on("error", reject);
  });
  const body = Buffer.concat(await answer.toArray());
  return { status: answer.statusCode, headers: answer.headers, body };
}

const piped =
  (command: string, ...options: string[]) =>
  (input: Buffer): Buffer =>
    execFileSync(command, options, { input, maxBuffer: 2 ** 26 });

type Decoder = (body: Buffer) => Buffer;
const decoders: Record<string, Decoder[]> = {
  gzip: [gunzipSync, piped("gzip", "-dc")],
  br: [brotliDecompressSync],
  zstd: [zstdDecompressSync, piped("zstd", "-dc")],
  dcz: [dictionary.decode, piped("zstd", "-dc", "-D", dictionaryFile)],
};

/** Without what differs from look to look. */
const lasting = (html: Buffer | string, policy: string | undefined): string =>
  html
    .toString()
    .replaceAll(/'nonce-([^']+)'/.exec(policy ?? "")?.[1] ?? "~", "NONCE")
    .replaceAll(/data-(session-left|countdown)="[\d ]+"/g, "")
    .replaceAll(/(sessionLeft\\",\\")[\d ]+/g, "$1")
    .replaceAll(/(?:\d+ (?:hours?|minutes?|seconds?)(?:, )?)+ */g, "TIME");

/** Pages of one subscriber that are sent whole. */
async function wholePages(): Promise<string[]> {
  const found: string[] = [];
  for (const path of patterns
    .filter((one) => !/updates$|\*|picture|my-data/.test(one))
    .map(sampleOf)) {
    const { status, headers } = await ask(path, {});
    if (
      status === 200 &&
      headers["content-type"]?.startsWith("text/html") &&
      headers["content-length"]
    )
      found.push(path);
  }
  return found;
}

const looks = everyCase ? 3 : 2;

test("every page is what plain bytes say, by other programs' decoders, at every look", async () => {
  const pages = await wholePages();
  expect(pages.length).toBeGreaterThan(25);
  for (const path of few(pages, 3)) {
    const plain = await ask(path, {});
    const expected = lasting(plain.body, String(plain.headers["content-security-policy"]));
    expect(plain.status, path).toBe(200);
    // The page is kept since the first look, and prepared from the second on, in other threads.
    for (const encoding of ["gzip", "br", "zstd", "dcz"])
      for (let look = 0; look < looks; look += 1) {
        const { status, headers, body } = await ask(path, {
          "accept-encoding": encoding,
          "available-dictionary": dictionary.announced,
        });
        expect([status, headers["content-encoding"]], path).toEqual([200, encoding]);
        expect(Number(headers["content-length"]), path).toBe(body.byteLength);
        for (const decode of looks > 2 && look === 1 ? [] : (decoders[encoding] ?? []))
          expect(
            lasting(decode(body), String(headers["content-security-policy"])).split("<"),
            `${path} in ${encoding}, look ${look + 1}`,
          ).toEqual(expected.split("<"));
      }
  }
});

test("curl reads what it asks for", async () => {
  // Waited for, since this process is also the systems that the server asks meanwhile.
  const run = promisify(execFile);
  const curl = async (...options: string[]) => {
    const headers = ["-H", `cookie: ${cookie}`, "-H", "sec-fetch-site: none"];
    const address = `${stack.origin}/dashboard/analytics`;
    const { stdout } = await run("curl", ["-s", ...headers, ...options, address], {
      maxBuffer: 2 ** 26,
    });
    return lasting(stdout, undefined);
  };
  const plain = await curl();
  for (let look = 0; look < 3; look += 1) expect(await curl("--compressed")).toBe(plain);
});

test("Chromium gets the dictionary by itself, and every page by it, as it is", async () => {
  const browser = await chromium.launch({ executablePath: browserPath() ?? "" });
  try {
    const context = await browser.newContext();
    const [cookieName = "", value = ""] = cookie.split("=", 2);
    await context.addCookies([{ name: cookieName, value, url: stack.origin }]);
    const page = await context.newPage();
    const faults: string[] = [];
    page.on("console", (message) => {
      // A picture that comes late has its designed absence.
      const { url } = message.location();
      const isLatePicture = url.includes("/picture/") && message.text().includes("504");
      if (message.type() === "error" && !isLatePicture) faults.push(`${message.text()} ${url}`);
    });
    page.on("pageerror", (error) => faults.push(String(error)));
    const fetched = context.waitForEvent("response", (one) => one.url().endsWith(".dict"));
    const codings: (string | null | undefined)[] = [];
    const open = async (path: string) => {
      const answer = await page.goto(stack.origin + path);
      const sent = await answer?.allHeaders();
      codings.push(sent?.["content-encoding"]);
      return lasting((await answer?.body()) ?? "", sent?.["content-security-policy"]);
    };
    await open("/dashboard");
    // The tests before it may have looked at the page.
    expect(["br", "zstd"]).toContain(codings[0]);
    await fetched;
    await expect
      .poll(
        async () => {
          await open("/privacy");
          return codings.at(-1);
        },
        { timeout: 20_000 },
      )
      .toBe("dcz");
    for (const path of [
      "/dashboard",
      "/dashboard/analytics",
      "/dashboard/unsubscribe/0",
      "/?a=b",
    ]) {
      const plain = await ask(path, {});
      const expected = lasting(plain.body, String(plain.headers["content-security-policy"]));
      for (let look = 0; look < 3; look += 1) {
        expect(await open(path)).toBe(expected);
        expect(codings.at(-1)).toBe("dcz");
      }
    }
    expect(faults).toEqual([]);
  } finally {
    await browser.close();
  }
});
