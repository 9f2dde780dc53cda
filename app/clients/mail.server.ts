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

// nodemailer's defaults are minutes. The call's deadline does not close the connection, so these timeouts must.
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
 * Sends a mail; resolves when the SMTP server has accepted it.
 * @returns false if `to` is not one address: nothing was sent, and a retry cannot help
 */
export async function sendMail(mail: Mail): Promise<boolean> {
  if (!isOneAddress(mail.to)) {
    log.warn("a mail was not sent: its recipient is not one address");
    return false;
  }
  await upstream.call("write", async () => {
    try {
      // As an object, so that nodemailer does not parse the address.
      await transport.sendMail({ ...mail, to: { name: "", address: mail.to } });
    } catch {
      throw new UpstreamError(upstream.system, "unreachable");
    }
  });
  return true;
}
