import { expect, test } from "vitest";
import { clientNetwork } from "~/domain/client-network";
import { waitInWords } from "~/domain/waiting";

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:0DB8:0001:0002::9", "2001:db8:1:2"],
  ["2001:db8::9", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
  ["fe80::1%eth0", "fe80:0:0:0"],
  ["", ""],
])("%s is of the network %s", (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});

test.each([
  [1, "1 second"],
  [1_000, "1 second"],
  [1_001, "2 seconds"],
  [59_000, "59 seconds"],
  [59_001, "1 minute"],
  [60_000, "1 minute"],
  [60_001, "2 minutes"],
  [899_000, "15 minutes"],
  [3_599_400, "1 hour"],
  [3_600_000, "1 hour"],
])("%i ms: %s", (milliseconds, words) => {
  expect(waitInWords(milliseconds)).toBe(words);
});
