import { createTransport } from "nodemailer";
import { env, isLoopback } from "~/env.server";
import { judgeReply } from "~/platform/mail/smtp-reply";
import { log } from "~/platform/monitoring/log.server";
import { createUpstream, UpstreamError } from "~/platform/upstream/upstream.server";
import { isOneAddress } from "~/platform/values/mail-address";

export interface Mail {
  /** One address (`isOneAddress`). */
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
  attachments?: readonly { filename: string; content: Buffer; contentType: string }[];
}

const upstream = createUpstream("mail");

// nodemailer's defaults are minutes. The call's deadline does not close the connection, so these timeouts must.
const transport = createTransport(
  {
    url: env.SMTP_URL,
    // What stays on this machine needs no TLS, and no certificate for a loopback name would be believed.
    ignoreTLS: isLoopback(new URL(env.SMTP_URL).hostname),
    dnsTimeout: 2_000,
    connectionTimeout: 3_000,
    greetingTimeout: 3_000,
    socketTimeout: 4_000,
    socketCloseTimeout: 1_000,
  },
  { from: env.MAIL_FROM },
);

/** What became of a mail. `reason`: codes alone, `mail: 550 5.1.1`. */
export type Sent =
  /** The SMTP server has accepted it. */
  | { outcome: "taken" }
  /** This mail cannot be sent now; others can. */
  | { outcome: "deferred"; reason: string }
  /** This mail will never be taken: `to` is not one address, or the server has refused it for good, `isContent` once it had read it. */
  | { outcome: "refused"; reason: string; isContent?: true };

/**
 * Sends a mail.
 * @throws UpstreamError if the server does not answer, or refuses whatever it is sent
 */
export async function sendMail(mail: Mail): Promise<Sent> {
  if (!isOneAddress(mail.to)) {
    log.warn("a mail was not sent: its recipient is not one address");
    return { outcome: "refused", reason: "mail: not one address" };
  }
  return upstream.call("write", async (): Promise<Sent> => {
    try {
      // As an object, so that nodemailer does not parse the address.
      await transport.sendMail({
        ...mail,
        attachments: [...(mail.attachments ?? [])],
        to: { name: "", address: mail.to },
      });
      return { outcome: "taken" };
    } catch (error) {
      const { code, command, responseCode, response } = error as SmtpError;
      const isEnvelope = code === "EENVELOPE";
      const outcome = judgeReply({ command, code: responseCode, isEnvelope });
      if (outcome === "outage") throw new UpstreamError(upstream.system, "unreachable");
      // The words may repeat the address.
      const [, enhanced = ""] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? "") ?? [];
      const codes = [responseCode ?? "not sent", enhanced].filter(Boolean).join(" ");
      const reason = `mail: ${codes}`;
      const isContent = outcome === "refused" && command === "DATA";
      return isContent ? { outcome, reason, isContent } : { outcome, reason };
    }
  });
}

/** What nodemailer says of a failure. */
interface SmtpError {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
}
