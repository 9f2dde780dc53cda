import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { setClientBuild, visit } from "#tests/setup/app";
import { everyCase } from "#tests/setup/cases";
import { clientBuildWith, shellDictionary } from "#tests/setup/dictionaries";
import { newMember } from "#tests/setup/member";
import { pageAddresses } from "#tests/setup/page-addresses";
import { signedIn } from "#tests/setup/requests";
import { resetApp } from "#tests/setup/reset-app";

const html = { accept: "text/html" };
const paths = [
  ...pageAddresses,
  "/dashboard/news/unknown",
  "/?showerrbtn=plz",
  "/dashboard/analytics/fans?q=a",
];
const askers: Record<string, { cookie?: string; silent?: boolean }> = {
  visitor: {},
  "a browser without fetch metadata": { silent: true },
};

beforeAll(async () => {
  // Otherwise what is left of a session and until the next update would differ.
  vi.useFakeTimers({ now: Date.now(), toFake: ["Date"] });
  vi.stubEnv("ANALYSIS_SOURCES", "outside,export,instagram");
  resetApp();
  setClientBuild(clientBuildWith({ [dictionary.address]: dictionary.bytes }));
  askers["a subscriber"] = { cookie: await signedIn("rich") };
  askers["another, whose browser is silent"] = { cookie: await signedIn("small"), silent: true };
  askers["one without a profile"] = { cookie: (await newMember()).cookie };
});
afterAll(() => {
  vi.useRealTimers();
  setClientBuild("public");
});

interface Answer {
  vary: string | null;
  /** What both ways must have in common. */
  status: number;
  head: Record<string, string>;
  body: string;
}

const dictionary = shellDictionary();
const decoders: Record<string, (body: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
  dcz: dictionary.decode,
};

async function ask(
  path: string,
  asker = "visitor",
  method = "GET",
  encoding = "",
): Promise<Answer> {
  const headers = {
    ...html,
    ...(encoding && { "accept-encoding": encoding }),
    ...(encoding.includes("dcz") && { "available-dictionary": dictionary.announced }),
  };
  const answer = await visit(path, { ...askers[asker], method, headers });
  const sent = Buffer.from(await answer.arrayBuffer());
  const coding = answer.headers.get("content-encoding");
  if (coding) expect(encoding).toContain(coding);
  const nonce = /'nonce-([^']+)'/.exec(answer.headers.get("content-security-policy") ?? "")?.[1];
  if (nonce) expect(answer.headers.get("etag"), path).toBeNull();
  const body = (coding ? (decoders[coding]?.(sent) ?? sent) : sent).toString();
  expect(body).not.toContain("~~");
  const same = [
    ...["location", "content-type", "cache-control", "content-security-policy"],
    ...["referrer-policy", "cross-origin-opener-policy", "content-language", "speculation-rules"],
  ];
  return {
    vary: answer.headers.get("vary"),
    status: answer.status,
    head: Object.fromEntries(
      same.map((name) => [name, withoutOneTimeValues(answer.headers.get(name) ?? "", nonce)]),
    ),
    // A stream shows what it has when it begins.
    body: answer.headers.has("content-length") ? withoutOneTimeValues(body, nonce) : "",
  };
}

const formToken = /[0-9a-f]{18}\.[\w-]{43}/g;
const trap = /(?<=name="from__confirm"[^>]* value=")[^"]+/g;

/** Nonces, form tokens, and the trap's encrypted value, which each process makes anew. */
function withoutOneTimeValues(text: string, nonce: string | undefined): string {
  const rest = text.replaceAll(formToken, "TOKEN").replaceAll(trap, "TRAP");
  return nonce ? rest.replaceAll(nonce, "NONCE") : rest;
}

function expectSame(answer: Answer, { body, status, head }: Answer = answer, name = ""): void {
  expect(answer, name).toMatchObject({ status, head });
  if (answer.body === body) return;
  let at = 0;
  while (answer.body[at] === body[at]) at += 1;
  const around = (text: string) => text.slice(Math.max(0, at - 99), at + 99);
  expect(around(answer.body), name).toBe(around(body));
}

const mainAskers = ["visitor", "a subscriber"];
const otherAskers = [
  ...["a browser without fetch metadata", "another, whose browser is silent"],
  "one without a profile",
];

/** Unless every case is tried, of the main askers each looks at every second address, of the others at every sixth. */
const pathsOf = (asker: string) => {
  if (everyCase) return paths;
  const [askersAlike, step] = mainAskers.includes(asker) ? [mainAskers, 2] : [otherAskers, 6];
  return paths.filter((_, at) => at % step === askersAlike.indexOf(asker));
};

/** Unless every case is tried, one of so many encodings, at each address another. */
const inTurn = (encodings: string[], at: number, of: number) =>
  everyCase ? encodings : encodings.filter((_, nth) => (nth + at) % of === 0);

test("every address says the same as plain, in every encoding, and varies with the same, at every look", async () => {
  const plain = new Map<string, Answer>();
  vi.stubEnv("PAGES", "plain");
  resetApp();
  for (const asker in askers)
    for (const path of pathsOf(asker)) {
      const answer = await ask(path, asker);
      plain.set(`${asker}: GET ${path}`, answer);
      // A page's head is the same for both; a redirect may go elsewhere.
      const head = answer.status === 200 ? answer : await ask(path, asker, "HEAD");
      plain.set(`${asker}: HEAD ${path}`, { ...head, body: "" });
    }
  vi.stubEnv("PAGES", "pieces");
  resetApp();
  const every = ["", "gzip", "zstd", "br", "gzip;q=0.2, identity;q=1", "gzip, br, zstd, dcz"];
  // The others are sent what is joined in the same ways.
  const some = ["gzip", "gzip, br, zstd, dcz"];
  for (const asker in askers)
    for (const [at, path] of pathsOf(asker).entries()) {
      const usual = inTurn(some, at, 2);
      const ofAsker = mainAskers.includes(asker)
        ? inTurn(every, at + mainAskers.indexOf(asker), 6)
        : usual;
      const { status, body } = plain.get(`${asker}: GET ${path}`) ?? {};
      // What is no page is in few encodings, and a redirect has nothing to encode.
      const once = status === 200 ? ofAsker : usual;
      const encodings = status === 200 || body ? [...once, ...once] : once;
      let vary: string | null | undefined;
      for (const [method, encoding] of [...encodings.map((one) => ["GET", one]), ["HEAD", ""]]) {
        const name = `${asker}: ${method} ${path}`;
        const answer = await ask(path, asker, method, encoding);
        expectSame(answer, plain.get(name), name);
        vary ??= answer.vary;
        expect(answer.vary, name).toBe(vary);
      }
    }
});
