import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import type { Faults } from "../faults.ts";
import type { Mail, World } from "../world.ts";

export interface MailCatcher {
  port: number;
  stop(): Promise<void>;
}

/** Replies with which the server sends away whoever connects. */
const closing: readonly number[] = [421, 554];

/** What the statuses of HTTP that faults are named after are in SMTP. Any other status is the reply's code. */
const replies: Record<number, number> = { 429: 451, 500: 550 };

function refusal(reply: string): Error {
  const [code = "", ...words] = reply.split(" ");
  return Object.assign(new Error(words.join(" ")), { responseCode: Number(code) });
}

/** Catches every mail (docs/product.md#mailed-links) and keeps it in `world.mails`; nothing is ever delivered. */
export async function startMailCatcher(world: World, faults: Faults): Promise<MailCatcher> {
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    disabledCommands: ["STARTTLS"],
    onAuth: (auth, _session, callback) => callback(null, { user: auth.username ?? "sandbox" }),
    onConnect(_session, callback) {
      const fault = faults.current("mail");
      if (fault?.kind !== "status" || !closing.includes(fault.status)) return callback();
      faults.take("mail");
      callback(refusal(`${fault.status} Service not available`));
    },
    onRcptTo({ address }, _session, callback) {
      const fault = faults.current("mail");
      if (fault?.kind === "status") {
        faults.take("mail");
        return callback(refusal(`${replies[fault.status] ?? fault.status} Refused by a fault`));
      }
      const reply = world.mailRefusals.get(address);
      callback(reply === undefined ? undefined : refusal(reply));
    },
    onData(stream, { envelope: { mailFrom, rcptTo } }, callback) {
      buffer(stream)
        .then(readMail)
        .then((mail) => {
          const from = mailFrom ? mailFrom.address : "";
          world.addMail({ ...mail, from, to: rcptTo.map(({ address }) => address) });
        })
        .then(() => callback(), callback);
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  return {
    port: (server.server.address() as AddressInfo).port,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function readMail(
  source: Buffer,
): Promise<Pick<Mail, "subject" | "headers" | "text" | "html" | "attachments" | "source">> {
  const {
    subject = "",
    headers,
    text = "",
    html = "",
    attachments,
  } = await PostalMime.parse(source);
  return {
    subject,
    headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
    text,
    html,
    attachments: attachments.map(({ filename, mimeType, content }) => ({
      filename: filename ?? "",
      mimeType,
      bytes: typeof content === "string" ? content.length : content.byteLength,
    })),
    source: source.toString("utf8"),
  };
}
