import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { clientAddressOf } from "~/platform/http/gate/client-address.server";

const request = (forwarded: string | undefined) =>
  ({
    socket: { remoteAddress: "10.0.0.9" },
    headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
  }) as unknown as IncomingMessage;

test.each([
  [0, undefined, "10.0.0.9"],
  [0, "203.0.113.7", "10.0.0.9"],
  [1, undefined, "10.0.0.9"],
  [1, "203.0.113.7", "203.0.113.7"],
  // What stands before is the client's own word.
  [1, "198.51.100.1, 203.0.113.7", "203.0.113.7"],
  [2, "198.51.100.1 ,203.0.113.7", "198.51.100.1"],
  [2, "192.0.2.66, 198.51.100.1, 203.0.113.7", "198.51.100.1"],
  [1, "203.0.113.7:50123", "203.0.113.7"],
  [1, "[2001:db8::7]:50123", "2001:db8::7"],
  [1, "2001:db8::7", "2001:db8::7"],
  // Fewer than were promised: the first that is known.
  [3, "198.51.100.1, 203.0.113.7", "198.51.100.1"],
])("of %i proxies and %j, the client is at %s", (hops, forwarded, client) => {
  expect(clientAddressOf(request(forwarded), hops)).toBe(client);
});
