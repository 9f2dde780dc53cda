import { BlockList, isIPv4, isIPv6 } from "node:net";

/** The networks of the IANA special-purpose registry that are not globally reachable, and multicast. */
const notPublic4 = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const)
  notPublic4.addSubnet(network, prefix, "ipv4");

/** Only 2000::/3 is allocated. Mapped, NAT64, local, link-local and multicast addresses are outside it. */
const global6 = new BlockList();
global6.addSubnet("2000::", 3, "ipv6");

/** Exceptions inside 2000::/3: protocol assignments (with Teredo), documentation, 6to4, AS112. */
const notPublic6 = new BlockList();
for (const [network, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
] as const)
  notPublic6.addSubnet(network, prefix, "ipv6");

/** Whether a text is an IP address of the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !notPublic4.check(address, "ipv4");
  if (!isIPv6(address) || address.includes("%")) return false;
  return global6.check(address, "ipv6") && !notPublic6.check(address, "ipv6");
}

export function isLoopbackAddress(address: string): boolean {
  return isIPv4(address) ? address.startsWith("127.") : address === "::1";
}
