import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { createInterface } from "node:readline";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Member, newMember } from "#tests/setup/member";
import "#tests/setup/outside";
import { resetApp } from "#tests/setup/reset-app";
import type { Mail } from "~/platform/mail/mail.server";

/** Letters that the server has read whole, and how it ends each. The test says when. */
const read: { answer(reply: string): void; hangUp(): void }[] = [];
let connections = 0;
let greeting: Promise<void> | undefined;
const replies: Record<string, string> = { DATA: "354 go on", QUIT: "221 bye" };
// The sandbox's server waits by timers, and those stand still here.
const smtp = createServer((socket) => {
  connections += 1;
  let isMessage = false;
  socket.on("error", () => {});
  socket.on("close", () => {
    connections -= 1;
  });
  void Promise.resolve(greeting).then(() => socket.write("220 here\r\n"));
  createInterface(socket).on("line", (line) => {
    if (isMessage && line !== ".") return;
    if (isMessage)
      read.push({
        answer: (reply) => void socket.write(`${reply}\r\n`),
        hangUp: () => void socket.end(),
      });
    else socket.write(`${replies[line] ?? "250 ok"}\r\n`);
    isMessage = line === "DATA";
  });
});
smtp.listen(0, "127.0.0.1");
await once(smtp, "listening");

beforeEach(() => {
  read.length = 0;
  greeting = undefined;
  vi.stubEnv("SMTP_URL", `smtp://127.0.0.1:${(smtp.address() as AddressInfo).port}`);
  resetApp();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(async () => {
  for (const { answer } of read) answer("250 taken");
  const { backgroundSettled } = await import("~/platform/work/background.server");
  await backgroundSettled();
  vi.useRealTimers();
});
afterAll(() => void smtp.close());

/** Waits by turns of the event loop: the app's clock stands still. */
async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const began = performance.now();
  while (!(await isTrue())) {
    if (performance.now() - began > 10_000) throw new Error("waited in vain");
    await nextTurn();
  }
}
const hasRead = (letters: number) => until(() => read.length >= letters);

/** What a caller gets whose time is over. */
async function afterPatience<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {});
  await vi.advanceTimersByTimeAsync(4_000);
  return work;
}

/** Lets the app hear what the server has said: the connection is closed after that. */
const heard = () => until(() => connections === 0);

const letter = (id: string, to = "a@example.com") => ({
  to,
  subject: "Hello",
  text: id,
  html: "<p>Hello</p>",
  headers: { "Message-ID": `<${id}@example.com>` },
});
// Each test has an app of its own.
const sendMail = async (mail: Mail) => (await import("~/platform/mail/mail.server")).sendMail(mail);
const deliverLetter = async (mail: Mail, unquoted?: () => Promise<Mail>) =>
  (await import("~/platform/outbox/letter.server")).deliverLetter("test", mail, unquoted);

const again = { end: "again", reason: "mail: timeout", mayBeTaken: true };
const noAnswer = { system: "mail", kind: "timeout" };

describe("a letter that the server takes after the caller has gone", () => {
  test("is taken for the next try, which sends nothing", async () => {
    const first = deliverLetter(letter("late"));
    await hasRead(1);
    expect(await afterPatience(first)).toEqual(again);
    read[0]?.answer("250 taken");
    await heard();
    expect(await deliverLetter(letter("late"))).toEqual({ end: "taken" });
    expect(read).toHaveLength(1);
  });

  test("is waited for by the next try, for no longer than by the first", async () => {
    const first = deliverLetter(letter("slow"));
    await hasRead(1);
    expect(await afterPatience(first)).toEqual(again);
    await expect(afterPatience(sendMail(letter("slow")))).rejects.toMatchObject(noAnswer);
    const third = sendMail(letter("slow"));
    read[0]?.answer("250 taken");
    expect(await third).toEqual({ outcome: "taken" });
    expect(read).toHaveLength(1);
  });

  test("holds up no letter of another name or to somebody else", async () => {
    const first = sendMail(letter("one"));
    await hasRead(1);
    await expect(afterPatience(first)).rejects.toMatchObject(noAnswer);
    const others = [sendMail(letter("two")), sendMail(letter("one", "b@example.com"))];
    await hasRead(3);
    for (const { answer } of read) answer("250 taken");
    expect(await Promise.all(others)).toEqual([{ outcome: "taken" }, { outcome: "taken" }]);
  });

  test("of an entry of the outbox is done with the next run, and goes out once", async () => {
    const { tellOfChange, accessLetters } = await import(
      "~/features/ways-in/services/outbox/access-letter.server"
    );
    const { firestore } = await import("~/platform/store/firebase.server");
    const { runEntry } = await import("~/platform/outbox/runner.server");
    const member: Member = await newMember();
    const entry = async () => {
      const letters = (await firestore()).collection("accessLetters");
      const { docs } = await letters.where("payload.uid", "==", member.uid).get();
      return docs[0];
    };
    await tellOfChange(member, "passkey-added");
    await hasRead(1);
    await vi.advanceTimersByTimeAsync(4_000);
    await until(async () => (await entry())?.data().attempts === 1);
    expect((await entry())?.data()).toMatchObject({ state: "open", leaseUntil: 0 });
    read[0]?.answer("250 taken");
    await heard();
    const waiting = await entry();
    await waiting?.ref.update({ dueAt: 1 });
    await runEntry(accessLetters, waiting?.id ?? "");
    expect((await entry())?.data()).toMatchObject({ state: "done" });
    expect(read).toHaveLength(1);
  });
});

describe("a letter that the server refuses after the caller has gone", () => {
  test("is refused for the next try; without what was typed it is another one", async () => {
    const send = () => deliverLetter(letter("typed"), async () => letter("typed"));
    const first = send();
    await hasRead(1);
    expect(await afterPatience(first)).toEqual(again);
    read[0]?.answer("554 5.7.1 No");
    await heard();
    const second = send();
    await hasRead(2);
    expect(await afterPatience(second)).toEqual(again);
    read[1]?.answer("250 taken");
    await heard();
    expect(await send()).toEqual({ end: "taken" });
    expect(read).toHaveLength(2);
  });

  test("for now is sent anew", async () => {
    const first = sendMail(letter("later"));
    await hasRead(1);
    await expect(afterPatience(first)).rejects.toMatchObject(noAnswer);
    read[0]?.answer("451 Later");
    await heard();
    const second = sendMail(letter("later"));
    await hasRead(2);
    read[1]?.answer("250 taken");
    expect(await second).toEqual({ outcome: "taken" });
  });
});

/** So many letters that nobody is answered in time. */
async function sendMany(name: string, count: number) {
  const before = read.length;
  const sent = Array.from({ length: count }, (_, index) => sendMail(letter(`${name}-${index}`)));
  await hasRead(before + count);
  const ends = await afterPatience(Promise.allSettled(sent));
  for (const end of ends) expect(end).toMatchObject({ status: "rejected", reason: noAnswer });
}

test("five late answers keep no breaker open", async () => {
  await sendMany("slow", 5);
  await expect(sendMail(letter("next"))).rejects.toMatchObject({ kind: "open" });
  read[0]?.answer("250 taken");
  await until(() => connections === 4);
  const next = sendMail(letter("next"));
  await hasRead(6);
  read[5]?.answer("250 taken");
  expect(await next).toEqual({ outcome: "taken" });
});

test("where the server does not greet in time, the next try begins anew", async () => {
  greeting = new Promise(() => {});
  const first = sendMail(letter("greeted"));
  await until(() => connections === 1);
  await expect(afterPatience(first)).rejects.toMatchObject({ system: "mail", kind: "unreachable" });
  await heard();
  greeting = undefined;
  const second = sendMail(letter("greeted"));
  await hasRead(1);
  read[0]?.answer("250 taken");
  expect(await second).toEqual({ outcome: "taken" });
});

const inMinutes = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000);
const why = { reason: "mail: no answer to the whole letter", mayBeTaken: true };
const unanswered = { outcome: "deferred", ...why };

describe("a letter that was sent whole, without an answer", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  });

  test("is sent anew after ever longer pauses: six times in a day", async () => {
    const pauses = [5, 15, 45, 135, 405, 1_215];
    for (const [nth, pause] of pauses.entries()) {
      const sent = sendMail(letter("cut"));
      await hasRead(nth + 1);
      read[nth]?.hangUp();
      await expect(sent).rejects.toMatchObject(noAnswer);
      await heard();
      inMinutes(pause - 0.1);
      expect(await sendMail(letter("cut"))).toEqual(unanswered);
      inMinutes(0.1);
    }
    expect(read).toHaveLength(6);
    // No other letter waits.
    const other = sendMail(letter("other"));
    await hasRead(7);
    read[6]?.answer("250 taken");
    expect(await other).toEqual({ outcome: "taken" });
  });

  test("does not wait for a clock that went ahead and was set right", async () => {
    const now = Date.now();
    inMinutes(365 * 24 * 60);
    const sent = sendMail(letter("ahead"));
    await hasRead(1);
    read[0]?.hangUp();
    await expect(sent).rejects.toMatchObject(noAnswer);
    await heard();
    vi.setSystemTime(now);
    const second = sendMail(letter("ahead"));
    await hasRead(2);
    read[1]?.answer("250 taken");
    expect(await second).toEqual({ outcome: "taken" });
  });

  test("may be taken, which the first try says, too", async () => {
    const sent = deliverLetter(letter("told"));
    await hasRead(1);
    read[0]?.hangUp();
    expect(await sent).toEqual({ end: "again", ...why });
    expect(await deliverLetter(letter("told"))).toEqual({ end: "again", ...why });
  });

  test("but a reply that sends us away waits for nothing", async () => {
    const sent = sendMail(letter("closing"));
    await hasRead(1);
    read[0]?.answer("421 4.3.2 Closing");
    await expect(sent).rejects.toMatchObject({ kind: "unreachable", status: 421 });
    const second = sendMail(letter("closing"));
    await hasRead(2);
    read[1]?.answer("250 taken");
    expect(await second).toEqual({ outcome: "taken" });
  });
});

test("while Firestore is down an activation mail counts that was sent whole without an answer, and none that was not taken", async () => {
  const { sendActivation } = await import("~/features/ways-in/services/activation.server");
  const activate = () => sendActivation("buyer@example.com");
  const { firestore } = await import("~/platform/store/firebase.server");
  const down = Object.assign(new Error("down"), { code: 14 });
  vi.spyOn(await firestore(), "runTransaction").mockRejectedValue(down);
  replies["RCPT TO:<buyer@example.com>"] = "451 Later";
  await expect(activate()).rejects.toMatchObject({ system: "firestore" });
  delete replies["RCPT TO:<buyer@example.com>"];
  const sent = activate();
  await hasRead(1);
  read[0]?.hangUp();
  await expect(sent).rejects.toMatchObject(noAnswer);
  expect(await activate()).toMatchObject({ outcome: "sent-recently" });
  expect(read).toHaveLength(1);
});

test("a server that never answers has its connections closed after a minute, and the letter waits before it is sent anew", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  await sendMany("hung", 1);
  expect(connections).toBe(1);
  const { backgroundSettled } = await import("~/platform/work/background.server");
  const settled = backgroundSettled();
  await vi.advanceTimersByTimeAsync(60_000);
  await heard();
  await settled;
  expect(await sendMail(letter("hung-0"))).toEqual(unanswered);
  inMinutes(5);
  const next = sendMail(letter("hung-0"));
  await hasRead(2);
  read[1]?.answer("250 taken");
  expect(await next).toEqual({ outcome: "taken" });
});

test("no more than some fifty sends go on without their callers", async () => {
  for (const wave of [0, 1, 2]) {
    await sendMany(`wave-${wave}`, 20);
    // An answer closes the breaker.
    read[20 * wave]?.answer("250 taken");
    await until(() => connections === 19 * (wave + 1));
  }
  await expect(sendMail(letter("over"))).rejects.toMatchObject({ system: "mail", kind: "busy" });
  for (const { answer } of read) answer("250 taken");
  await heard();
  const next = sendMail(letter("over"));
  await hasRead(61);
  read[60]?.answer("250 taken");
  expect(await next).toEqual({ outcome: "taken" });
});
