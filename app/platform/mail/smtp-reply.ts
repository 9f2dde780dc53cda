/** How a mail server ended an attempt to give it a letter. */
export interface SmtpReply {
  /** What it replied to: `CONN` for its greeting, `API` for nothing that was sent. */
  command?: string | undefined;
  /** Left out where it did not reply. */
  code?: number | undefined;
  /** Its enhanced code (RFC 3463), `5.1.1`; left out where it has none. */
  enhanced?: string | undefined;
  /** Whether the letter's addresses were the reason. */
  isEnvelope?: boolean | undefined;
}

/** Commands that concern one letter. Whatever is replied to others concerns the server. */
const ofLetter = ["MAIL FROM", "RCPT TO", "DATA"];

/** Closing, and what is said of credentials and encryption (RFC 4954, RFC 3207): every letter would meet it. */
const ofServer = [421, 432, 454, 530, 534, 535, 538];

/**
 * Enhanced codes of whoever sends, of the session or of the server itself. Servers keep such refusals until the recipient, or
 * until the message has come: the sender's address, the server's own state, its quotas, the order of commands, credentials
 * and what is proven of the sender. Microsoft has codes of its own for a sender that the account may not use.
 */
const ofSender =
  /^\d\.(1\.[78]|2\.252|3\.(?!4$)\d+|4\.[35]|5\.[1-9]\d*|7\.([89]|1[0-4]|2[0-8]|60))$/;

/** What else is not allowed. Before the message was read that is relaying or an allow-list; afterwards it is what the message says. */
const ofPolicy = /^\d\.7\./;

/**
 * Whom a failure concerns. `outage`: the server, so every letter. `deferred`: this letter, later; so is a refusal of the app
 * itself, of its address or its account, which is for the operator to mend. `refused`: this letter, for good.
 */
export function judgeReply({
  command = "",
  code,
  enhanced = "",
  isEnvelope,
}: SmtpReply): "outage" | "deferred" | "refused" {
  if (code === undefined) return isEnvelope && command === "API" ? "refused" : "outage";
  if (!ofLetter.includes(command) || ofServer.includes(code) || code < 400) return "outage";
  // A wrong order of commands (503) says nothing of an address.
  if (code < 500 || code === 503 || command === "MAIL FROM") return "deferred";
  const isRead = command === "DATA" && !isEnvelope;
  const isOurs = ofSender.test(enhanced) || (!isRead && ofPolicy.test(enhanced));
  return isOurs ? "deferred" : "refused";
}

/** The enhanced code in a reply's text; qmail puts it at the end: `(#5.7.1)`. */
export const enhancedCodeOf = (reply: string): string | undefined =>
  /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(reply)?.[1] ??
  /\(#(\d\.\d{1,3}\.\d{1,3})\b/.exec(reply)?.[1];
