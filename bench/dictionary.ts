import { mkdirSync, writeFileSync } from "node:fs";
import { constants, zstdCompressSync } from "node:zlib";
import { personByKey } from "../sandbox/people.ts";
import { startSandbox } from "../sandbox/serve.ts";
import { madeUpGrowth, writeGrowth } from "../tests/setup/growths.ts";
import { serverArguments, startContender, stopContender } from "./contenders.ts";

// Writes content/dictionary/shell.txt: two public pages, and what the pages of two invented subscribers have in common, by which
// the pages of everybody are compressed. Run it after the pages have changed much; an old one only saves less.

/**
 * Addresses that every subscriber has. What a text of only one address says is not taken, as some texts are sold: such a page
 * lends its markup. Pages with much markup that no other page has, and that are seldom opened (import, notifications), would cost all
 * others more than they save themselves.
 */
const paths = [
  ...["/dashboard/security", "/dashboard/news", "/dashboard/insights", "/dashboard/top-hacks"],
  ...["/articles/secret-admirers", "/dashboard/top-trends", "/dashboard/log-out"],
  ...["/articles/secret-admirers/key-metrics-to-identify-secret-admirers"],
  ...["/dashboard/unsubscribe/0", "/dashboard/unsubscribe/2", "/dashboard/unsubscribe/8"],
  ...["/dashboard/offers/pdf-course", "/dashboard/my-plan/cancel", "/dashboard/my-plan"],
  ...["/dashboard/growth", "/dashboard/analytics/fans", "/dashboard/analytics", "/dashboard"],
];

/** What is the same for every visitor is taken whole: a visit leads from one to the other and back. */
const publicPaths = ["/", "/sign-in"];

/** With the 10 or so of a frame's head. */
const fewBytes = 36;
const cookies: Record<string, string | undefined> = {};
const sandbox = await startSandbox();
const app = await startContender(
  "app",
  serverArguments,
  { ...sandbox.env, APP_ENV: "production", ANALYSIS_SOURCES: "outside,export,instagram" },
  "/healthz",
);
const analysed = ["rich", "extras"];
const grown = ["importer", "creator"];
for (const [at, key] of grown.entries()) {
  const { uid } = personByKey(key);
  const growth = madeUpGrowth({ imports: 14 + at, days: 800 + 9 * at, posts: 40, readings: 90 });
  writeGrowth(sandbox.firestore, uid, growth);
  sandbox.firestore.write(`settings/${uid}`, { timeZone: "Europe/Berlin" });
}
/** By address: the tokens of both subscribers' pages. */
const pages = new Map<string, string[][]>();
for (const path of paths)
  for (const pair of [grown, analysed]) {
    const both = await Promise.all(pair.map(async (key) => tokensOf(await read(path, key))));
    pages.set(`${pages.size} ${path}`, both);
  }
const publicPages = await Promise.all(publicPaths.map((path) => read(path)));
await stopContender(app);
await sandbox.stop();

const addressesByText = new Map<string, Set<string>>();
for (const [name, [first = []]] of pages)
  for (const token of first) {
    const path = name.split(" ")[1] ?? "";
    addressesByText.set(token, (addressesByText.get(token) ?? new Set()).add(path));
  }
const isMarkup = (token: string) => token.startsWith("<");
/** When a form was made, encrypted, says nothing of any other. */
let shell = publicPages.join("").replace(/<input[^>]*from__confirm[^>]*>/g, "");
for (const [first = [], second = []] of pages.values()) {
  const ofBoth = new Set(second);
  const common = first.filter(
    (token) =>
      ofBoth.has(token) && (isMarkup(token) || (addressesByText.get(token)?.size ?? 0) > 1),
  );
  for (const stretch of stretchesOf(common)) {
    if (isNew(stretch)) shell += stretch;
  }
}
for (const key of [...analysed, ...grown]) {
  const { email, uid } = personByKey(key);
  for (const own of [email, uid, email.split("@")[0] ?? ""])
    if (shell.includes(`${own}@`) || shell.includes(uid)) throw new Error(`${own} is personal`);
}
// The build fills in the names of its own files.
shell = shell.replace(/(\/assets\/[\w.-]+?)-[\w-]{8}(\.\w+)/g, "$1-~hash~$2");
mkdirSync("content/dictionary", { recursive: true });
writeFileSync("content/dictionary/shell.txt", shell);
console.log(`content/dictionary/shell.txt: ${shell.length} characters`);

/** Whether it would be sent in more than a few bytes by what is written so far. */
function isNew(stretch: string): boolean {
  const params = { [constants.ZSTD_c_compressionLevel]: 9 };
  const dictionary = Buffer.from(shell);
  const sent = zstdCompressSync(stretch, { params, ...(shell && { dictionary }) });
  return sent.byteLength > fewBytes;
}

/** Tags, and texts; those of scripts by their strings. */
function tokensOf(html: string): string[] {
  return html
    .split(/(<[^>]*>)/)
    .flatMap((token) => (token.length > 300 ? token.split(/(?<=\\",|,\n| )/) : [token]))
    .filter(Boolean);
}

/** Groups of tokens that end where something closes, so that what pages have in common is found again. */
function stretchesOf(tokens: readonly string[]): string[] {
  const stretches = [""];
  for (const token of tokens) {
    const last = (stretches.pop() ?? "") + token;
    stretches.push(last);
    if (
      /^<\/(a|li|section|article|header|nav|form|svg|tr|head|details|button)>$/.test(token) ||
      last.length > 1_500
    )
      stretches.push("");
  }
  return stretches;
}

/** @param key of who is signed in */
async function read(path: string, key?: string): Promise<string> {
  const cookie = key === undefined ? "" : await cookieOf(key);
  const answer = await fetch(app.origin + path, {
    redirect: "manual",
    headers: { cookie, "sec-fetch-site": "none" },
  });
  return answer.status === 200 ? answer.text() : "";
}

async function cookieOf(key: string): Promise<string> {
  const { email, password } = personByKey(key);
  cookies[key] ??= (
    await fetch(`${app.origin}/sign-in`, {
      method: "POST",
      redirect: "manual",
      headers: { origin: app.origin },
      body: new URLSearchParams({ email, password }),
    })
  ).headers
    .getSetCookie()[0]
    ?.split(";", 1)[0];
  return cookies[key] ?? "";
}
