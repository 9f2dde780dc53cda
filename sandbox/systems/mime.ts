interface Part {
  headers: Record<string, string>;
  body: Buffer;
}

export interface ParsedMail {
  subject: string;
  headers: Record<string, string>;
  text: string;
  html: string;
  source: string;
}

/** Reads a mail as RFC 2045 writes it: its headers, and its text and HTML parts, decoded. */
export function parseMail(source: Buffer): ParsedMail {
  const mail = split(source);
  const leaves = leavesOf(mail);
  const textOf = (type: string) => {
    const part = leaves.find(({ headers }) => mediaType(headers) === type);
    return part ? decode(part) : "";
  };
  return {
    subject: mail.headers.subject ?? "",
    headers: mail.headers,
    text: textOf("text/plain"),
    html: textOf("text/html"),
    source: source.toString("utf8"),
  };
}

function split(source: Buffer): Part {
  const end = source.indexOf("\r\n\r\n");
  const head = (end < 0 ? source : source.subarray(0, end)).toString("utf8");
  const headers: Record<string, string> = {};
  for (const line of head.replace(/\r\n[ \t]+/g, " ").split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0)
      headers[line.slice(0, colon).toLowerCase()] = words(line.slice(colon + 1).trim());
  }
  return { headers, body: end < 0 ? Buffer.alloc(0) : source.subarray(end + 4) };
}

function leavesOf(part: Part): Part[] {
  const boundary = /boundary="?([^";]+)"?/i.exec(part.headers["content-type"] ?? "")?.[1];
  if (!boundary || !mediaType(part.headers).startsWith("multipart/")) return [part];
  return `\r\n${part.body.toString("latin1")}`
    .split(`\r\n--${boundary}`)
    .slice(1)
    .filter((piece) => !piece.startsWith("--"))
    .flatMap((piece) => leavesOf(split(Buffer.from(piece.replace(/^\r\n/, ""), "latin1"))));
}

function mediaType(headers: Record<string, string>): string {
  return (headers["content-type"] ?? "text/plain").split(";")[0]?.trim().toLowerCase() ?? "";
}

function decode({ headers, body }: Part): string {
  switch (headers["content-transfer-encoding"]?.toLowerCase()) {
    case "base64":
      return Buffer.from(body.toString("latin1"), "base64").toString("utf8");
    case "quoted-printable":
      return quotedPrintable(body.toString("latin1").replace(/=\r\n/g, ""));
    default:
      return body.toString("utf8");
  }
}

function quotedPrintable(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, "latin1").toString("utf8");
}

/** Encoded words in headers (RFC 2047). */
function words(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, encoding: string, text: string) =>
      encoding.toUpperCase() === "B"
        ? Buffer.from(text, "base64").toString("utf8")
        : quotedPrintable(text.replaceAll("_", " ")),
    );
}
