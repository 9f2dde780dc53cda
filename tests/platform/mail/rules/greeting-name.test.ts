import { expect, test } from "vitest";
import { greetingName } from "~/platform/mail/greeting-name";

test.each([
  ["https://app.example.com", "app.example.com"],
  ["https://App.Example.com:8443", "app.example.com"],
  ["https://app.example.com.", "app.example.com"],
  ["https://exämple.com", "xn--exmple-cua.com"],
  ["http://192.0.2.7:3000", "[192.0.2.7]"],
  ["https://[2001:db8::7]:8443", "[IPv6:2001:db8::7]"],
  // The library's own name holds for these.
  ["http://localhost:3000", undefined],
  ["http://app:3000", undefined],
  ["https://my_app.example.com", undefined],
])("%s: %s", (origin, name) => {
  expect(greetingName(origin)).toBe(name);
});
