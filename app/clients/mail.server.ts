import { createTransport } from "nodemailer";
import { log } from "~/clients/log.server";
import { createUpstream, UpstreamError } from "~/clients/upstream.server";
import { isOneAddress } from "~/domain/mail-address";
import { env } from "~/env.server";

export interface Mail {
  /** One address (`isOneAddress`). */
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
}

const upstream = createUpstream("mail");

// nodemailer's own waits are minutes long; these end a hung connection, too, that nobody waits for any more.
const transport = createTransport(
  {
    url: env.SMTP_URL,
    dnsTimeout: 2_000,
    connectionTimeout: 3_000,
    greetingTimeout: 3_000,
    socketTimeout: 4_000,
    socketCloseTimeout: 1_000,
  },
  { from: env.MAIL_FROM },
);

/**
 * Hands a mail to the SMTP server; resolves when the server has taken it.
 * @returns false where `to` is not one address: then no mail goes out, now or later
 */
export async function sendMail(mail: Mail): Promise<boolean> {
  if (!isOneAddress(mail.to)) {
    log.warn("a mail was not sent: its recipient is not one address");
    return false;
  }
  await upstream.call("write", async () => {
    try {
      // As an object, so that nodemailer takes the address as it is and parses nothing.
      await transport.sendMail({ ...mail, to: { name: "", address: mail.to } });
    } catch {
      throw new UpstreamError(upstream.system, "unreachable");
    }
  });
  return true;
}
