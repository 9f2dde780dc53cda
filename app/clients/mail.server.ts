import { createTransport } from "nodemailer";
import { createUpstream, UpstreamError } from "~/clients/upstream.server";
import { env } from "~/env.server";

export interface Mail {
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

/** Hands a mail to the SMTP server; resolves only when the server has taken it. */
export async function sendMail(mail: Mail): Promise<void> {
  await upstream.call("write", async () => {
    try {
      await transport.sendMail(mail);
    } catch {
      throw new UpstreamError(upstream.system, "unreachable");
    }
  });
}
