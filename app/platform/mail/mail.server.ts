import { randomUUID } from "node:crypto";
import { LRUCache } from "lru-cache";
import { createTransport } from "nodemailer";
import { env, isLoopback } from "~/env.server";
import { greetingName } from "~/platform/mail/greeting-name";
import { enhancedCodeOf, isAfterMessage, judgeReply } from "~/platform/mail/smtp-reply";
import { log } from "~/platform/monitoring/log.server";
import {
  codeOf,
  createUpstream,
  UpstreamError,
  within,
  withSignal,
} from "~/platform/upstream/upstream.server";
import { day, isStillWithin, minute } from "~/platform/values/durations";
import { isOneAddress } from "~/platform/values/mail-address";
import { inBackground } from "~/platform/work/background.server";

export interface Mail {
  /** One address (`isOneAddress`). */
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
  attachments?: readonly { filename: string; content: Buffer; contentType: string }[];
  /** A letter whose first wording the server has refused, without what somebody has typed. It has the same Message-ID. */
  isUnquoted?: true;
}

/** Milliseconds that a caller waits for the mail server. */
const patience = 4_000;

/**
 * Milliseconds that a send may take. It goes on without its caller: a server that needs longer for its last reply takes the
 * letter all the same, and would take it again with each try (RFC 5321, 4.5.3.2).
 */
const longestSend = minute;

/** While so many sends go on without their callers, none begins: a server that hangs must not cost ever more connections. */
const mostLate = 50;

/**
 * A letter that was sent whole, without an answer. The server may have it: never to send it again could lose it, and each try may be
 * a copy (RFC 5321, 4.5.3.2.6).
 */
interface Unanswered {
  times: number;
  /** Since when it waits (epoch milliseconds); 0 once it may be sent again. */
  since: number;
}

/** Milliseconds that it waits after the first time; each time three times as long, so that one process sends it six times in a day. */
const firstPause = 5 * minute;

/** A clock that is set right keeps no letter waiting. */
const isWaiting = ({ times, since }: Unanswered) =>
  isStillWithin(firstPause * 3 ** (times - 1), since);

/**
 * By letter: the send under way, how it ended where its caller had gone before, or that no answer came. Remembered for longer
 * than the outbox waits between two tries of a letter.
 */
const sends = new LRUCache<string, Promise<Sent> | Unanswered>({
  maxSize: 1_048_576,
  sizeCalculation: () => 512,
  ttl: 2 * day,
});
let late = 0;

/** Of the sends whose letter has been read whole: all of it is with the connection. */
const readWhole = new WeakSet<AbortSignal>();

const upstream = createUpstream("mail", { writeDeadline: patience });

const transport = createTransport(
  {
    url: env.SMTP_URL,
    name: greetingName(env.APP_ORIGIN),
    // What stays on this machine needs no TLS, and no certificate for a loopback name would be believed.
    ignoreTLS: isLoopback(new URL(env.SMTP_URL).hostname),
    dnsTimeout: 2_000,
    // Before the greeting nothing is handed over: the next try begins anew.
    connectionTimeout: 3_000,
    greetingTimeout: 3_000,
    socketTimeout: longestSend,
    socketCloseTimeout: 1_000,
  },
  { from: env.MAIL_FROM },
);

transport.use("stream", ({ data, message }, done) => {
  const { signal } = data;
  message.processFunc((input) => input.once("end", () => signal && readWhole.add(signal)));
  done();
});

/** What became of a mail. `reason`: codes alone, `mail: 550 5.1.1`. `mayBeTaken`: the server may have it. */
export type Sent =
  /** The SMTP server has accepted it. */
  | { outcome: "taken" }
  /** This mail cannot be sent now; others can. `isPolicy`: refused with a 5xx that an operator may have to mend. */
  | { outcome: "deferred"; reason: string; mayBeTaken?: true; isPolicy?: true }
  /** This mail will never be taken: `to` is not one address, or the server has refused it for good, `isContent` once it had read it. */
  | { outcome: "refused"; reason: string; isContent?: true };

/**
 * Sends a mail. Where the same one is still on its way, or was taken or refused after its caller had gone, nothing is sent,
 * and that is the result.
 * @throws UpstreamError if the server does not answer in time (`timeout`: it may have the letter), or refuses whatever it is sent
 */
export async function sendMail({ isUnquoted, ...mail }: Mail): Promise<Sent> {
  if (!isOneAddress(mail.to)) {
    log.warn("a mail was not sent: its recipient is not one address");
    return { outcome: "refused", reason: "mail: not one address" };
  }
  const id = mail.headers?.["Message-ID"] ?? randomUUID();
  const name = [id, mail.to, isUnquoted].join(" ");
  const before = sends.get(name);
  if (before instanceof Promise)
    return within(patience, before, () => {
      throw new UpstreamError(upstream.system, "timeout");
    });
  if (before && isWaiting(before))
    return { outcome: "deferred", reason: noAnswer, mayBeTaken: true };
  if (late >= mostLate) {
    log.warn({ late }, "a mail waits: too many are with the mail server");
    throw new UpstreamError(upstream.system, "busy");
  }
  return upstream.call("write", (signal, answered) => {
    const known = sends.get(name);
    return known instanceof Promise
      ? known
      : begin(name, mail, known?.times ?? 0, signal, answered);
  });
}

/**
 * @param times how often it was sent whole without an answer
 * @param signal aborted when the caller goes
 * @param answered to be called where the server answers after that: it is there
 */
function begin(
  name: string,
  mail: Mail,
  times: number,
  signal: AbortSignal,
  answered: () => void,
): Promise<Sent> {
  const sending = withSignal(longestSend, undefined, (end) => handOver(mail, end));
  sends.set(name, sending);
  const ended = sending.then(
    (sent) => {
      // Whoever hears the result needs no memory of it. What was put off is to be sent anew.
      if (!signal.aborted || sent.outcome === "deferred") sends.delete(name);
      if (!signal.aborted) return;
      answered();
      log.warn({ outcome: sent.outcome }, "the mail server answered late");
    },
    (error: unknown) => {
      const next =
        error instanceof NoAnswer ? { times: times + 1, since: Date.now() } : { times, since: 0 };
      if (next.times > 0) sends.set(name, next);
      else sends.delete(name);
    },
  );
  const goOn = () => {
    late += 1;
    inBackground(
      "mail",
      ended.finally(() => {
        late -= 1;
      }),
    );
  };
  signal.addEventListener("abort", goOn, { once: true });
  return sending;
}

const noAnswer = "mail: no answer to the whole letter";

/** The letter was sent whole, and no reply came to it. */
class NoAnswer extends UpstreamError {
  override message = noAnswer;

  constructor(error: unknown) {
    super(upstream.system, "timeout", undefined, codeOf(error));
  }
}

async function handOver(mail: Mail, signal: AbortSignal): Promise<Sent> {
  try {
    // As an object, so that nodemailer does not parse the address.
    await transport.sendMail({
      ...mail,
      attachments: [...(mail.attachments ?? [])],
      to: { name: "", address: mail.to },
      signal,
    });
    return { outcome: "taken" };
  } catch (error) {
    const { code, command, responseCode, response } = error as SmtpError;
    const reply = { command, code: responseCode, isEnvelope: code === "EENVELOPE" };
    // The words may repeat the address.
    const enhanced = enhancedCodeOf(response ?? "", reply);
    const outcome = judgeReply({ ...reply, enhanced });
    if (outcome === "outage") {
      if (responseCode === undefined && readWhole.has(signal)) throw new NoAnswer(error);
      throw new UpstreamError(upstream.system, "unreachable", responseCode, codeOf(error));
    }
    const codes = [responseCode ?? "not sent", enhanced].filter(Boolean).join(" ");
    const reason = `mail: ${codes}`;
    if (outcome === "deferred")
      return Number(responseCode) >= 500
        ? { outcome, reason, isPolicy: true }
        : { outcome, reason };
    return isAfterMessage(reply) ? { outcome, reason, isContent: true } : { outcome, reason };
  }
}

/** What nodemailer says of a failure. */
interface SmtpError {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
}
