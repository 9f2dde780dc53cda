import type { IncomingMessage } from "node:http";
import { env } from "~/env.server";

/**
 * The address of the client. Each of TRUST_PROXY proxies has written who spoke to it at the end of `X-Forwarded-For`;
 * what stands before is the client's own word.
 */
export function clientAddressOf(
  { socket, headers }: Pick<IncomingMessage, "socket" | "headers">,
  hops = env.TRUST_PROXY,
): string {
  const speaker = socket.remoteAddress ?? "";
  const forwarded = hops > 0 ? headers["x-forwarded-for"] : undefined;
  if (forwarded === undefined) return speaker;
  const addresses = [...String(forwarded).split(","), speaker].map((one) => one.trim());
  return withoutPort(addresses.at(-1 - hops) ?? addresses[0] ?? "");
}

/** Some proxies write the port, too, which is another one for each connection: `203.0.113.9:50123`, `[2001:db8::1]:50123`. */
const withoutPort = (address: string): string =>
  address.replace(/^(\d+(?:\.\d+){3}):\d+$/, "$1").replace(/^\[([^\]]*)\](?::\d+)?$/, "$1");
