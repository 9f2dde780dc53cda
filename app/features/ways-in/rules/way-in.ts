import { withoutMarks } from "../../../platform/values/isolated.ts";
import { say, sayText, sentence } from "../../../platform/values/say.ts";
/** How somebody signs in (docs/product.md#ways-in). */
export const waysIn = ["password", "google", "link", "passkey"] as const;
export type WayIn = (typeof waysIn)[number];

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOPT\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bInstagram /, sentence("the Instagram app")],
  [/\bFBA[NV]\//, sentence("the Facebook app")],
  [/Chrome\/|\bCriOS\//, "Chrome"],
  [/\bVersion\/\d.* Safari\//, "Safari"],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b|\biPod\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMacintosh\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

/** No browser's header is longer; matching one of any length would hold up everybody. */
const mostRead = 500;

const first = (table: readonly (readonly [RegExp, string])[], text: string) =>
  table.find(([pattern]) => pattern.test(text))?.[1];

/** The kind of browser by its User-Agent, as it is recorded, e.g. 'Chrome on Android'. It holds no version and no address. */
export function browserKind(userAgent: string): string {
  const text = userAgent.slice(0, mostRead);
  const browser = first(browsers, text);
  const system = first(systems, text);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? (system ? `A browser on ${system}` : unnamedBrowser);
}

/** A recorded kind of browser in the reader's words. */
export function browserInWords(kind: string): string {
  if (kind === "An unknown browser" || kind === unnamedBrowser) return sayText(unnamedBrowser);
  const [, browser = "", system = ""] = /^(.+) on (.+)$/.exec(kind) ?? [];
  if (!system) return sayText(kind);
  if (browser === "A browser") return say`A browser on ${system}`;
  return say`${sayText(browser)} on ${system}`;
}

const unnamedBrowser = sentence("A browser that does not say its name");

/** What a new passkey is called until its owner says otherwise. */
export function passkeyNameFor(userAgent: string): string {
  const kind = browserKind(userAgent);
  return kind === unnamedBrowser ? say`My passkey` : withoutMarks(browserInWords(kind));
}
