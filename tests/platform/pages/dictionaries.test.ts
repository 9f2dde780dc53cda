import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { people } from "#sandbox/people.ts";
import { setClientBuild, visit } from "#tests/setup/app";
import { everyCase } from "#tests/setup/cases";
import {
  clientBuildWith,
  dictionaryFrom,
  shellDictionary,
  type TestDictionary,
} from "#tests/setup/dictionaries";
import { signedIn } from "#tests/setup/requests";
import { resetApp } from "#tests/setup/reset-app";

const shell = shellDictionary();
const earlier = dictionaryFrom(Buffer.from(shell.bytes.toString().slice(20_000)));
const link = `<${shell.address}>; rel="compression-dictionary"`;
const varies = "accept-encoding, available-dictionary";
const script = (text: string) => Buffer.from(`export const texts = ${JSON.stringify(text)};`);
const words = "growth posts import course plan notifications security ".repeat(40);

beforeEach(() => {
  vi.stubEnv(
    "PREVIOUS_DICTIONARIES",
    `${clientBuildWith({
      [earlier.address]: earlier.bytes,
      "/assets/page-aaaaaaaa.js": script(words),
    })}/assets`,
  );
  resetApp();
  setClientBuild(
    clientBuildWith({
      [shell.address]: shell.bytes,
      "/assets/page-bbbbbbbb.js": script(`${words} and more`),
      "/assets/route-cccccccc.js": script("one"),
      "/assets/route-dddddddd.js": script("other"),
    }),
  );
});
afterEach(() => setClientBuild("public"));

const having = (dictionary: TestDictionary, encodings = "gzip, br, zstd, dcb, dcz") => ({
  "accept-encoding": encodings,
  "available-dictionary": dictionary.announced,
});

async function look(path: string, headers: Record<string, string>, cookie = "") {
  const answer = await visit(path, { headers, cookie });
  return { headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
}

describe.each(["/privacy", "/dashboard"])("%s", (path) => {
  const lookAs = async (headers: Record<string, string>) =>
    look(path, headers, path === "/privacy" ? "" : await signedIn("rich"));

  test("offers the dictionary to who does not have it, and to nobody else", async () => {
    for (let round = 0; round < 3; round += 1) {
      const first = await lookAs({ "accept-encoding": "gzip, br, zstd" });
      expect(first.headers.get("link")).toBe(link);
      expect(first.headers.get("vary")).toBe(varies);
      const next = await lookAs(having(shell));
      expect(next.headers.get("link")).toBeNull();
      expect(next.headers.get("vary")).toBe(varies);
    }
  });

  test("is made by the dictionary, at every look, and says the same", async () => {
    const plain = (await lookAs({})).body;
    for (let round = 0; round < 4; round += 1) {
      const { headers, body } = await lookAs(having(shell));
      expect(headers.get("content-encoding")).toBe("dcz");
      expect(shell.decode(body).byteLength).toBe(plain.byteLength);
    }
  });

  test.runIf(everyCase || path === "/dashboard")(
    "is made by an earlier release's dictionary where the browser has that, and offers the new one",
    async () => {
      for (let round = 0; round < 3; round += 1) {
        const { headers, body } = await lookAs(having(earlier));
        expect(headers.get("content-encoding")).toBe("dcz");
        expect(earlier.decode(body).toString()).toContain("</html>");
        expect(headers.get("link")).toBe(link);
      }
    },
  );

  const without: [string, Record<string, string>][] = [
    ["a dictionary that nobody knows", having(dictionaryFrom(Buffer.from("unknown")))],
    ["no wish for it", having(shell, "gzip, br, zstd, dcz;q=0")],
    ["less wish for it", having(shell, "gzip, dcz;q=0.5")],
    ["nonsense", { "accept-encoding": "dcz", "available-dictionary": "x" }],
  ];
  // What is asked for is read in the same way for all pages.
  test.each(everyCase || path === "/dashboard" ? without : without.slice(0, 1))(
    "with %s is sent without",
    async (_, headers) => {
      for (let round = 0; round < 3; round += 1)
        expect((await lookAs(headers)).headers.get("content-encoding")).not.toBe("dcz");
    },
  );
});

test("a public page has an ETag of its own in dcz, and is not sent again", async () => {
  const { headers } = await look("/privacy", having(shell));
  const etag = headers.get("etag") ?? "";
  expect((await look("/privacy", { "accept-encoding": "br" })).headers.get("etag")).not.toBe(etag);
  const again = await visit("/privacy", { headers: { ...having(shell), "if-none-match": etag } });
  expect([again.status, again.headers.get("vary")]).toEqual([304, varies]);
  const head = await visit("/privacy", { method: "HEAD", headers: having(shell) });
  expect(head.headers.get("etag")).toBe(etag);
  expect(head.headers.get("content-encoding")).toBe("dcz");
});

test("the dictionary is public, immutable, for documents, and holds nothing personal", async () => {
  const { headers, body } = await look(shell.address, {});
  expect(body.equals(shell.bytes)).toBe(true);
  expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(headers.get("use-as-dictionary")).toBe('match="/*", match-dest=("document")');
  expect(headers.get("set-cookie")).toBeNull();
  const text = body.toString();
  for (const { uid, email } of people)
    for (const own of [uid, email]) expect(text).not.toContain(own);
  expect(text).not.toMatch(/nonce="|[0-9a-f]{18}\.[\w-]{43}|from__confirm" [^>]*value="./);
});

test("a script is made by the same script of the last release, and is the next one's dictionary", async () => {
  const address = "/assets/page-bbbbbbbb.js";
  const old = dictionaryFrom(script(words));
  await vi.waitFor(async () => {
    const { headers, body } = await look(address, having(old));
    expect(headers.get("content-encoding")).toBe("dcz");
    expect(headers.get("vary")).toBe(varies);
    expect(headers.get("use-as-dictionary")).toBe('match="/assets/page-*.js"');
    expect(old.decode(body).equals(script(`${words} and more`))).toBe(true);
    expect(body.byteLength).toBeLessThan(90);
  }, 20_000);
  const { headers } = await look(address, having(shell));
  expect(headers.get("content-encoding")).toBeNull();
  expect((await look("/assets/route-cccccccc.js", {})).headers.get("use-as-dictionary")).toBeNull();
});

test("PAGES=plain offers none, and takes none", async () => {
  vi.stubEnv("PAGES", "plain");
  resetApp();
  const { headers } = await look("/privacy", having(shell));
  expect(headers.get("content-encoding")).toBe("br");
  expect([headers.get("link"), headers.get("vary")]).toEqual([null, "accept-encoding"]);
});
