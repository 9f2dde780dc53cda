import { expect, test } from "vitest";
import { asTimeZone } from "~/platform/values/time-zone";

test.each([
  "Europe/Berlin",
  "America/Argentina/Buenos_Aires",
  "Asia/Kolkata",
  "Asia/Calcutta",
  "UTC",
])("%s is a time zone", (text) => {
  expect(asTimeZone(text)).toBe(text);
});

test.each([
  "",
  "+02:00",
  "CET-1",
  "Europe/Atlantis",
  "europe/berlin",
  "Europe/Berlin ",
  "../etc/passwd",
  `Europe/${"B".repeat(80)}`,
  null,
  2,
  { toString: () => "Europe/Berlin" },
])("%j is none", (text) => {
  expect(asTimeZone(text)).toBeUndefined();
});
