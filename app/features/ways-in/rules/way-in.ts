/** How somebody signs in (docs/product.md#ways-in). */
export const waysIn = ["password", "google", "link", "passkey"] as const;
export type WayIn = (typeof waysIn)[number];

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOPT\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bInstagram /, "the Instagram app"],
  [/\bFBA[NV]\//, "the Facebook app"],
  [/Chrome\/|\bCriOS\//, "Chrome"],
  [/\bVersion\/[\d.]+.* Safari\//, "Safari"],
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

const first = (table: readonly (readonly [RegExp, string])[], text: string) =>
  table.find(([pattern]) => pattern.test(text))?.[1];

/** The kind of browser by its User-Agent, e.g. 'Chrome on Android'. It holds no version and no address. */
export function browserKind(userAgent: string): string {
  const browser = first(browsers, userAgent);
  const system = first(systems, userAgent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? (system ? `A browser on ${system}` : unnamedBrowser);
}

const unnamedBrowser = "A browser that does not say its name";

/** What a new passkey is called until its owner says otherwise. */
export function passkeyNameFor(userAgent: string): string {
  const kind = browserKind(userAgent);
  return kind === unnamedBrowser ? "My passkey" : kind;
}

/** How browsers without a name were recorded before November 2026. */
export const asRecordedNow = (kind: string): string =>
  kind === "An unknown browser" ? unnamedBrowser : kind;
