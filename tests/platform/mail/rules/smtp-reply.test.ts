import { expect, test } from "vitest";
import { judgeReply } from "~/platform/mail/smtp-reply";

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
