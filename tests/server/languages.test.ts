import { readdirSync, readFileSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { directionOf, isPublicPath, type Language } from "../../app/platform/values/languages.ts";
import { parts } from "../../content/read.ts";
import { bringFiguresOf } from "../../sandbox/demo-imports.ts";
import { personByKey } from "../../sandbox/people.ts";
import { seededRandom } from "../../sandbox/seeded-random.ts";
import { everyCase } from "../setup/cases.ts";
import { dictionaryFrom } from "../setup/dictionaries.ts";
import { type Stack, startStack } from "../setup/stack.ts";
import { patterns, sampleOf, tried } from "./addresses.ts";
import { signInAs } from "./requests.ts";

/** Requests of readers of seven languages, in turn and at once; `REQUESTS=10000` sends more. */
const requests = Number(process.env.REQUESTS ?? (everyCase ? 600 : 220));
const atOnce = 12;

const all = ["en", "de", "fr", "es", "pt-BR", "it", "ar"] as const satisfies Language[];
type Spoken = (typeof all)[number];

/** Who reads in a language that is chosen for good. */
const settled: Partial<Record<Spoken, string>> = {
  de: "german",
  fr: "parisian",
  es: "spaniard",
  "pt-BR": "brazilian",
  it: "roman",
  ar: "egyptian",
};

const name = readdirSync("build/client/assets").find((one) => one.endsWith(".dict")) ?? "";
const dictionary = dictionaryFrom(readFileSync(`build/client/assets/${name}`));
const decoders: Record<string, (body: Buffer) => Buffer> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
  dcz: dictionary.decode,
  identity: (body) => body,
};
const agent = new Agent({ keepAlive: true });

let stack: Stack;
const sessions = new Map<string, string>();
beforeAll(async () => {
  stack = await startStack({
    LANGUAGES: all.join(),
    ANALYSIS_SOURCES: "outside,export,instagram",
    TRUST_PROXY: "1",
  });
  for (const key of ["rich", "twice", ...Object.values(settled)]) {
    await bringFiguresOf(personByKey(key), stack.origin);
    sessions.set(key, await signInAs(stack.origin, key));
  }
});
afterAll(() => stack.stop());

/** What a reader asks for, and in which language it must be answered. */
interface Asked {
  path: string;
  language: Spoken;
  headers: Record<string, string>;
  form?: string;
  /** The language is what its reader has set, and nothing else says it. */
  isSet?: true;
}

const readerOf = (key: string, more = "") => `${sessions.get(key)}${more}`;

/** A language is on a public page's address; on a private one it is a setting, a cookie or what the browser prefers. */
function* asks(
  paths: readonly string[],
  another: (of: readonly Spoken[]) => Spoken,
): Generator<Asked> {
  for (const path of paths)
    for (const language of all) {
      const other = another(all.filter((one) => one !== language));
      if (isPublicPath(path) || path === "/no-such-page") {
        const tagged = language === "en" ? path : `/${language}${path === "/" ? "" : path}`;
        yield { path: tagged, language, headers: { "accept-language": other } };
        yield {
          path: tagged,
          language,
          headers: { "accept-language": language, cookie: `language=${other}` },
        };
        if (path === "/sign-in" || path === "/cancel")
          yield { path: tagged, language, headers: { "accept-language": other }, form: "email=" };
        continue;
      }
      for (const key of ["rich", "twice"]) {
        yield { path, language, headers: { cookie: readerOf(key), "accept-language": language } };
        yield {
          path,
          language,
          headers: {
            cookie: readerOf(key, `; language=${language}`),
            "accept-language": other,
          },
        };
      }
      const key = settled[language];
      if (key)
        yield {
          path,
          language,
          headers: { cookie: readerOf(key, `; language=${other}`), "accept-language": other },
          isSet: true,
        };
    }
}

async function ask({ path, headers, form }: Asked, encoding: string) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request(
    stack.origin + path,
    {
      agent,
      method: form === undefined ? "GET" : "POST",
      headers: {
        accept: "text/html",
        "accept-encoding": encoding,
        "available-dictionary": dictionary.announced,
        "sec-fetch-site": form === undefined ? "none" : "same-origin",
        "x-forwarded-for": `10.1.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`,
        ...(form !== undefined && {
          origin: stack.origin,
          "content-type": "application/x-www-form-urlencoded",
          "content-length": String(form.length),
        }),
        ...headers,
      },
    },
    resolve,
  )
    .on("error", reject)
    .end(form);
  const answer = await promise;
  const bytes = Buffer.concat(await answer.toArray());
  const coding = answer.headers["content-encoding"] ?? "identity";
  return { answer, body: String(decoders[coding]?.(bytes)) };
}

/** Sentences without values, and the languages that say them so. */
const saidIn = new Map<string, Set<string>>();
const catalogues = parts.messages(new URL("../../content/", import.meta.url).pathname);
for (const [language, catalogue] of Object.entries(catalogues))
  for (const [english, translated] of Object.entries(catalogue)) {
    if (/[{<]/.test(english)) continue;
    for (const [text, of] of [
      [english, "en"],
      [translated, language],
    ] as const)
      saidIn.set(text.trim(), (saidIn.get(text.trim()) ?? new Set<string>()).add(of));
  }

const entities: Record<string, string> = { "&amp;": "&", "&#x27;": "'", "&quot;": '"' };

/** Texts of a page, each with the language that its nearest element with a `lang` names. */
function* textsOf(html: string): Generator<{ text: string; lang: string }> {
  const langs: string[] = [];
  const shown = html.replace(/<(script|style)\b[\s\S]*?<\/\1>|<!--.*?-->|<!DOCTYPE[^>]*>/gi, "");
  for (const [, end, tag = "", attributes = "", text = ""] of shown.matchAll(
    /<(\/?)([a-z][a-z0-9]*)([^>]*)>|([^<]+)/gi,
  )) {
    const lang = langs.at(-1) ?? "";
    if (text.trim())
      yield {
        text: text.trim().replace(/&(?:amp|#x27|quot);/g, (one) => entities[one] ?? one),
        lang,
      };
    else if (end) langs.pop();
    else if (tag && !/^(meta|link|img|input|br|hr|source|wbr|col)$/.test(tag))
      if (!attributes.endsWith("/")) langs.push(/ lang="([^"]+)"/.exec(attributes)?.[1] ?? lang);
  }
}

interface Judged {
  faults: string[];
  /** How many of its texts are this language's own. */
  own: number;
}

function judge(html: string, language: Spoken, told: string | undefined): Judged {
  const faults: string[] = [];
  let own = 0;
  if (told !== language) faults.push(`Content-Language is ${told}`);
  if (!html.includes(`<html lang="${language}" dir="${directionOf(language)}">`))
    faults.push(`the document is ${/<html[^>]*>/.exec(html)?.[0]}`);
  const choices = html.match(/<nav [^>]*class="languages .*?<\/nav>/gs) ?? [];
  if (choices.length !== 1) faults.push(`the languages stand there ${choices.length} times`);
  const [chosen] = /lang="[^"]*"(?=[^>]*aria-current="true")/.exec(choices[0] ?? "") ?? [];
  if (chosen !== `lang="${language}"`) faults.push(`chosen is ${chosen}`);
  if (!html.includes("</body></html>")) faults.push("the document has no end");
  for (const { text, lang } of textsOf(html)) {
    const languages = saidIn.get(text);
    if (!languages || lang !== language) continue;
    if (!languages.has(language)) faults.push(`says '${text}'`);
    else if (languages.size < all.length) own += 1;
  }
  return { faults, own };
}

test("of requests of seven languages in turn and at once, none is answered in another's", async () => {
  const random = seededRandom(25);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const paths = patterns
    .filter(tried)
    .filter((one) => !/updates$|\*|picture|my-data|report$|as-json|test-error|log-out/.test(one))
    .map(sampleOf);
  const combinations: Asked[] = [...asks([...paths, "/no-such-page"], pick)];
  const queue = Array.from({ length: requests }, (_, nth) => {
    // All of them are asked for, in an order without order, before any is asked for again.
    const turn = nth % combinations.length;
    if (turn === 0) combinations.sort(() => random() - 0.5);
    return combinations[turn] as Asked;
  });
  const wrong: string[] = [];
  const kinds = new Map<string, number>();
  let pages = 0;
  let ownTexts = 0;
  const work = async () => {
    for (let asked = queue.pop(); asked; asked = queue.pop()) {
      const encoding = pick(Object.keys(decoders));
      const { answer, body } = await ask(asked, encoding);
      if (!/^<!doctype html>/i.test(body)) continue;
      const { path, language, isSet } = asked;
      // On a busy machine Firestore may be late, and without it nobody has set one (docs/product.md#languages).
      if (isSet && answer.statusCode === 503) continue;
      const { faults, own } = judge(body, language, answer.headers["content-language"]);
      pages += 1;
      ownTexts += own;
      const kind = `${answer.statusCode} ${path.replace(/^\/(?:de|fr|es|pt-BR|it|ar)(?=\/|$)/, "")}`;
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      for (const fault of faults)
        wrong.push(`${language} ${path} (${answer.statusCode}, ${encoding}): ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  if (process.env.REQUESTS)
    console.log(
      `${requests} requests, ${pages} pages of ${kinds.size} kinds, ${wrong.length} wrong`,
    );
  expect([...new Set(wrong)]).toEqual([]);
  expect(pages).toBeGreaterThan(requests / 3);
  expect(kinds.size).toBeGreaterThan(40);
  expect(ownTexts / pages).toBeGreaterThan(5);
});
