import { expect, test } from "vitest";
import { processorTime } from "#tests/setup/stopwatch";
import { browserKind } from "../../../../app/features/ways-in/rules/way-in.ts";

const iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15";
const android = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko)";
const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)";
const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)";
const chrome = "Chrome/142.0.0.0 Safari/537.36";

test.each([
  [`${iphone} (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`, "Safari on iPhone"],
  [`${iphone} (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1`, "Chrome on iPhone"],
  [`${iphone} (KHTML, like Gecko) Mobile/22F76 Instagram 380.0`, "the Instagram app on iPhone"],
  [`${android} Chrome/142.0.0.0 Mobile Safari/537.36`, "Chrome on Android"],
  [
    `${android} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
    "Samsung Internet on Android",
  ],
  [`${windows} AppleWebKit/537.36 (KHTML, like Gecko) ${chrome} Edg/142.0`, "Edge on Windows"],
  [`${windows} AppleWebKit/537.36 (KHTML, like Gecko) ${chrome} OPR/125.0`, "Opera on Windows"],
  [`${windows}; rv:145.0) Gecko/20100101 Firefox/145.0`, "Firefox on Windows"],
  [`${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`, "Safari on Mac"],
  [
    `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ${chrome}`,
    "Chrome on Linux",
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 ${chrome}`, "Chrome on ChromeOS"],
  [windows, "A browser on Windows"],
  [`Mozilla/5.0 (X11; Linux x86_64) Headless${chrome}`, "Chrome on Linux"],
  ["curl/8.15.0", "A browser that does not say its name"],
  ["", "A browser that does not say its name"],
])("%s", (userAgent, kind) => {
  expect(browserKind(userAgent)).toBe(kind);
});

test("a header of any length holds nobody up", () => {
  const used = processorTime();
  for (let at = 0; at < 20; at++) browserKind(`Version/${"1".repeat(15_000)}`);
  for (let at = 0; at < 20; at++) browserKind("Version/1".repeat(1_700));
  expect(used()).toBeLessThan(500);
});
