/**
 * What the app calls itself to a mail server (RFC 5321, 4.1.1.1): the name of its origin, or an address literal. A container's
 * own name is none, and nodemailer's `[127.0.0.1]` in its place is refused by some servers, Google's relay among them.
 * @returns undefined where the origin's name means something on this network only
 */
export function greetingName(origin: string): string | undefined {
  const { hostname } = new URL(origin);
  if (hostname.startsWith("[")) return `[IPv6:${hostname.slice(1)}`;
  if (/^[\d.]+$/.test(hostname)) return `[${hostname}]`;
  const name = hostname.replace(/\.$/, "");
  return /^[a-z\d-]+(\.[a-z\d-]+)+$/.test(name) ? name : undefined;
}
