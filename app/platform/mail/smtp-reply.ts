/** How a mail server ended an attempt to give it a letter. */
export interface SmtpReply {
  /** What it replied to: `CONN` for its greeting, `API` for nothing that was sent. */
  command?: string | undefined;
  /** Left out where it did not reply. */
  code?: number | undefined;
  /** Whether the letter's addresses were the reason. */
  isEnvelope?: boolean | undefined;
}

/** Commands that concern one letter. Whatever is replied to others concerns the server. */
const ofLetter = ["MAIL FROM", "RCPT TO", "DATA"];

/** Closing, and what is said of credentials and encryption (RFC 4954, RFC 3207): every letter would meet it. */
const ofServer = [421, 432, 454, 530, 534, 535, 538];

/**
 * Whom a failure concerns. `outage`: the server, so every letter. `deferred`: this letter, later; so is a refusal of our own
 * address, which is for the operator to mend. `refused`: this letter, for good.
 */
export function judgeReply({
  command = "",
  code,
  isEnvelope,
}: SmtpReply): "outage" | "deferred" | "refused" {
  if (code === undefined) return isEnvelope && command === "API" ? "refused" : "outage";
  if (!ofLetter.includes(command) || ofServer.includes(code) || code < 400) return "outage";
  return code >= 500 && command !== "MAIL FROM" ? "refused" : "deferred";
}
