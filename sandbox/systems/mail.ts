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

/** Catches every mail (contract 7) and keeps it in `world.mails`; nothing is ever delivered. */
export async function startMailCatcher(world: World, faults: Faults): Promise<MailCatcher> {
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    disabledCommands: ["STARTTLS"],
    onAuth: (auth, _session, callback) => callback(null, { user: auth.username ?? "sandbox" }),
    onMailFrom(_address, _session, callback) {
      const fault = faults.current("mail");
      if (fault?.kind !== "status") return callback();
      faults.take("mail");
      const permanent = fault.status === 500;
      const refusal = new Error(permanent ? "Mailbox unavailable" : "Try again later");
      callback(Object.assign(refusal, { responseCode: permanent ? 550 : 451 }));
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
): Promise<Pick<Mail, "subject" | "headers" | "text" | "html" | "source">> {
  const { subject = "", headers, text = "", html = "" } = await PostalMime.parse(source);
  return {
    subject,
    headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
    text,
    html,
    source: source.toString("utf8"),
  };
}
