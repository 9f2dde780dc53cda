/** How a mail server ended an attempt to give it a letter. */
export interface SmtpReply {
  /** What it replied to: `CONN` for its greeting, `API` for nothing that was sent. */
  command?: string | undefined;
  /** Left out where it did not reply. */
  code?: number | undefined;
  /** Its enhanced code (RFC 3463), `5.1.1`; left out where it has none. */
  enhanced?: string | undefined;
  /** Whether the message had not begun: an address was the reason, or what was replied to DATA itself. */
  isEnvelope?: boolean | undefined;
}

/** Commands that concern one letter. Whatever is replied to others concerns the server. */
const ofLetter = ["MAIL FROM", "RCPT TO", "DATA"];

/** Closing, and what is said of credentials and encryption (RFC 4954, RFC 3207): every letter would meet it. */
const ofServer = [421, 432, 454, 530, 534, 535, 538];

/**
 * Enhanced codes of whoever sends, of the session or of the server itself. Servers keep such refusals until the recipient, or
 * until the message has come: the sender's address, the server's own state, its quotas, the order of commands, credentials
 * and what is proven of the sender. Microsoft has codes of its own: for a sender that the account may not use, an account that has
 * sent too much (5.1.90, 5.7.705) or is banned (5.7.5xx to 5.7.7xx); 5.7.703 is a recipient that is blocked.
 */
const ofSender =
  /^\d\.(1\.([78]|90)|2\.252|3\.(?!4$)\d+|4\.[35]|5\.[1-9]\d*|7\.([89]|1[0-4]|2[0-8]|60|[56]\d\d|7(?!03)\d\d))$/;

/** What else is not allowed. Before the message was read that is relaying or an allow-list; afterwards it is what the message says. */
const ofPolicy = /^\d\.7\./;

/** Whether it was replied once the message was read. */
export const isAfterMessage = ({ command, isEnvelope }: SmtpReply): boolean =>
  command === "DATA" && !isEnvelope;

/**
 * Whom a failure concerns. `outage`: the server, so every letter. `deferred`: this letter, later; so is a refusal of the app
 * itself, of its address or its account, which is for the operator to mend. `refused`: this letter, for good.
 */
export function judgeReply(reply: SmtpReply): "outage" | "deferred" | "refused" {
  const { command = "", code, enhanced = "", isEnvelope } = reply;
  if (code === undefined) return isEnvelope && command === "API" ? "refused" : "outage";
  if (!ofLetter.includes(command) || ofServer.includes(code) || code < 400) return "outage";
  // A wrong order of commands (503) says nothing of an address.
  if (code < 500 || code === 503 || command === "MAIL FROM") return "deferred";
  const isOurs = ofSender.test(enhanced) || (!isAfterMessage(reply) && ofPolicy.test(enhanced));
  return isOurs ? "deferred" : "refused";
}

/**
 * The enhanced code in a reply's text, of its last line that begins with one. qmail puts it at the end, `(#5.7.1)`: once the
 * message was read that may be its own words, which a filter repeats, and is no code.
 */
export function enhancedCodeOf(text: string, where: SmtpReply): string | undefined {
  const atBegin = [...text.matchAll(/^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/gm)].at(-1);
  const atEnd = /\(#(\d\.\d{1,3}\.\d{1,3})\b[^()]*\)\.?\s*$/;
  return (atBegin ?? (isAfterMessage(where) ? null : atEnd.exec(text)))?.[1];
}
