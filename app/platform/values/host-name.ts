/** The name in a Host header, without the port; names are the same in either case (RFC 9110, 4.2.3). */
export const hostNameOf = (host: string | null | undefined): string =>
  (host ?? "").replace(/:\d+$/, "").toLowerCase();
