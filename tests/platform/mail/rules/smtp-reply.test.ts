import { expect, test } from "vitest";
import { enhancedCodeOf, judgeReply } from "~/platform/mail/smtp-reply";

test.each([
  // Nobody answered, or something else than an SMTP server.
  ["no reply", { command: "CONN" }, "outage"],
  ["no reply after the mail was sent", { command: "DATA" }, "outage"],
  // The server itself.
  ["421 at any time", { command: "RCPT TO", code: 421 }, "outage"],
  ["a greeting that sends us away", { command: "CONN", code: 554 }, "outage"],
  ["a refused EHLO", { command: "EHLO", code: 550 }, "outage"],
  ["wrong credentials", { command: "AUTH PLAIN", code: 535 }, "outage"],
  ["credentials are missing", { command: "MAIL FROM", code: 530 }, "outage"],
  ["credentials are missing for a recipient", { command: "RCPT TO", code: 530 }, "outage"],
  ["a mechanism too weak", { command: "MAIL FROM", code: 534 }, "outage"],
  ["encryption is needed", { command: "MAIL FROM", code: 538 }, "outage"],
  ["no TLS just now", { command: "STARTTLS", code: 454 }, "outage"],
  // Our own address is refused, which is the operator's to mend: the letters wait.
  ["our sender is refused", { command: "MAIL FROM", code: 550 }, "deferred"],
  ["our sender is greylisted", { command: "MAIL FROM", code: 451 }, "deferred"],
  // One letter.
  ["greylisting", { command: "RCPT TO", code: 450 }, "deferred"],
  ["greylisting, as others do it", { command: "RCPT TO", code: 451 }, "deferred"],
  ["a full mailbox that may be emptied", { command: "RCPT TO", code: 452 }, "deferred"],
  ["a message to be tried again", { command: "DATA", code: 451 }, "deferred"],
  ["a mailbox that is gone", { command: "RCPT TO", code: 550 }, "refused"],
  ["a mailbox of somewhere else", { command: "RCPT TO", code: 551 }, "refused"],
  ["a full mailbox", { command: "RCPT TO", code: 552 }, "refused"],
  ["an address that cannot be", { command: "RCPT TO", code: 553 }, "refused"],
  ["a message taken for spam", { command: "DATA", code: 554 }, "refused"],
  ["an address that nodemailer does not send to", { command: "API", isEnvelope: true }, "refused"],
] as const)("%s (%o): %s", (_, reply, verdict) => {
  expect(judgeReply(reply)).toBe(verdict);
});

/** Whom a reply with an enhanced code concerns, to the recipient and once the message was read. */
test.each([
  // A mailbox, or where it is.
  ["550 5.1.1 No such user", "refused", "refused"],
  ["556 5.1.10 Its domain takes no mail", "refused", "refused"],
  ["521 5.2.1 Mailbox disabled", "refused", "refused"],
  ["552 5.2.2 Mailbox full", "refused", "refused"],
  ["550 5.4.1 Recipient address rejected: Access denied", "refused", "refused"],
  ["550 5.5.0 Mailbox unavailable", "refused", "refused"],
  ["553 sorry, no mailbox here by that name (#5.1.1)", "refused", "refused"],
  ["552 5.3.4 Message too big", "refused", "refused"],
  ["554 5.6.0 Malformed", "refused", "refused"],
  // The app's address or account, or the server: for the operator to mend.
  ["554 5.7.1 Relay access denied", "deferred", "refused"],
  ["553 not in my list of allowed rcpthosts (#5.7.1)", "deferred", "refused"],
  ["554 5.7.1 Client host blocked", "deferred", "refused"],
  ["504 5.5.2 Helo command rejected: need fully-qualified hostname", "deferred", "deferred"],
  ["550 5.1.7 Sender address rejected", "deferred", "deferred"],
  ["550 5.1.8 Sender address rejected: Domain not found", "deferred", "deferred"],
  ["554 5.3.2 Not accepting messages", "deferred", "deferred"],
  ["550 5.4.5 Daily sending limit exceeded", "deferred", "deferred"],
  ["503 5.5.4 AUTH first", "deferred", "deferred"],
  ["503 Need MAIL", "deferred", "deferred"],
  ["550 5.7.8 Credentials invalid", "deferred", "deferred"],
  ["550 5.7.26 Unauthenticated sender", "deferred", "deferred"],
  ["550 5.7.60 Client may not send as this sender", "deferred", "deferred"],
  ["554 5.2.252 SendAsDenied", "deferred", "deferred"],
  [
    "550 5.1.90 Your message can't be sent because you've reached your daily limit",
    "deferred",
    "deferred",
  ],
  ["550 5.7.501 Access denied, spam abuse detected", "deferred", "deferred"],
  ["550 5.7.508 Access denied, the address has exceeded its limit", "deferred", "deferred"],
  ["550 5.7.606 Access denied, banned sending IP", "deferred", "deferred"],
  ["550 5.7.705 Access denied, tenant has exceeded threshold", "deferred", "deferred"],
  [
    "550 5.7.750 Service unavailable. Client blocked from sending from unregistered domains",
    "deferred",
    "deferred",
  ],
  // A recipient whom the account's owner has blocked.
  ["550 5.7.703 Your message can't be delivered", "deferred", "refused"],
  // Google says both of what it has read; nothing tells them apart.
  ["550 5.7.1 Daily SMTP relay limit exceeded", "deferred", "refused"],
  [
    "550 5.7.1 Our system has detected that this message is likely unsolicited",
    "deferred",
    "refused",
  ],
  // Of several lines the last code counts.
  ["550-Denied\n550 5.7.8 Credentials invalid", "deferred", "deferred"],
  ["550-5.7.8 Credentials invalid\n550 See our page", "deferred", "deferred"],
  // What a filter repeats is no code, nor is what does not stand at the end.
  ["554 rejected, subject (#5.7.8)", "deferred", "refused"],
  ["554 rejected (#5.7.8), said a user", "refused", "refused"],
] as const)("%s: %s to the recipient, %s after the message", (reply, toRecipient, afterMessage) => {
  const judge = (command: string, isEnvelope: boolean) => {
    const said = { command, isEnvelope, code: Number.parseInt(reply, 10) };
    return judgeReply({ ...said, enhanced: enhancedCodeOf(reply, said) });
  };
  expect(judge("RCPT TO", true)).toBe(toRecipient);
  // To DATA before the message, as to the recipient.
  expect(judge("DATA", true)).toBe(toRecipient);
  expect(judge("DATA", false)).toBe(afterMessage);
});
