import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { few } from "#tests/setup/cases";
import { sandbox } from "#tests/setup/outside";
import { resetApp } from "#tests/setup/reset-app";
import { stopwatch } from "#tests/setup/stopwatch";

const letter = { to: "a@example.com", subject: "Hello", text: "Hello", html: "<p>Hello</p>" };

/** An SMTP server that answers with `lines` and then falls silent. */
async function silentAfter(...lines: string[]) {
  const sockets: Socket[] = [];
  const heard: string[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    const left = [...lines];
    const sendNext = () => left.length > 0 && socket.write(`${left.shift()}\r\n`);
    socket.on("error", () => {});
    socket.on("data", (data) => {
      heard.push(String(data).trim());
      sendNext();
    });
    sendNext();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  vi.stubEnv("SMTP_URL", `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return {
    heard,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

test("a mail has its sender, a text part and an HTML part", async () => {
  const { sendMail } = await import("~/platform/mail/mail.server");
  await sendMail(letter);
  expect(sandbox.world.mails).toMatchObject([
    {
      from: "hello@profile-analyzer.example",
      to: ["a@example.com"],
      text: expect.stringContaining("Hello"),
      html: expect.stringContaining("<p>Hello</p>"),
    },
  ]);
});

describe("an address", () => {
  const long = `${"a".repeat(60)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.example.com`;
  test.each([
    ["a line break", "a@x.example\nTo: evil@evil.example"],
    ["a carriage return", "a@x.example\r\nBcc: evil@evil.example"],
    ["a comma", "a@x.example,evil@evil.example"],
    ["a semicolon", "a@x.example;evil@evil.example"],
    ["a quoted name", '"a@x.example" <evil@evil.example>'],
    ["a quoted local part", '"a@x.example,"@evil.example'],
    ["angle brackets", "<a@x.example>"],
    ["a comment", "a@x.example(evil@evil.example)"],
    ["a group", "group:a@x.example;"],
    ["a route", "@evil.example:a@x.example"],
    ["two at signs", "a@x.example@evil.example"],
    ["a space", "a@x.example evil@evil.example"],
    ["a space at its end", "a@x.example "],
    ["a no-break space", "a@x.example\u00a0evil@evil.example"],
    ["a line separator", "a@x.example\u2028"],
    ["an invisible character", "a\u200b@x.example"],
    ["a NUL character", "a@x.example\0"],
    ["255 characters and more", long],
    ["a domain without a dot", "a@localhost"],
    ["an IP address as domain", "a@[127.0.0.1]"],
    ["nothing before the at sign", "@x.example"],
    ["no characters", ""],
  ])("with %s gets no mail, and is not logged", async (_, to) => {
    const { log } = await import("~/platform/monitoring/log.server");
    const warn = vi.spyOn(log, "warn");
    const { sendMail } = await import("~/platform/mail/mail.server");
    const sent = await sendMail({ ...letter, to });
    expect(sandbox.world.mails).toEqual([]);
    expect(sent).toEqual({ outcome: "refused", reason: "mail: not one address" });
    expect(warn).toHaveBeenCalledTimes(1);
    expect(JSON.stringify(warn.mock.calls)).not.toContain("example");
  });

  test.each([
    "first.last+tag@mail.example.com",
    "o'brien@x.example",
    "a_b-c@x-y.example",
    "müller@x.example",
    "用户@例子.example",
  ])("%s gets its mail", async (to) => {
    const { sendMail } = await import("~/platform/mail/mail.server");
    expect(await sendMail({ ...letter, to })).toEqual({ outcome: "taken" });
    const [mail] = sandbox.world.mails;
    expect(mail?.to).toHaveLength(1);
    // SMTP carries an international domain in ASCII.
    expect(mail?.to[0]?.split("@")[0]).toBe(to.split("@")[0]);
  });
});

describe("a refusal of one letter", () => {
  // An open breaker.
  beforeEach(() => {
    resetApp();
  });

  const gone = (index: number) => ({ ...letter, to: `gone-${index}@example.com` });

  const refusals = [
    ["550 5.1.1 No such user gone@example.com", "refused", "mail: 550 5.1.1"],
    ["553 Mailbox name not allowed", "refused", "mail: 553"],
    ["450 4.2.0 Greylisted", "deferred", "mail: 450 4.2.0"],
    ["451 Try again later", "deferred", "mail: 451"],
  ] as const;
  // One with a second code and one without, one of each outcome.
  test.each(few(refusals, 2))(
    "%s: %s, whatever their number nobody else's letter waits",
    async (reply, outcome, reason) => {
      const { sendMail } = await import("~/platform/mail/mail.server");
      for (let index = 0; index < 6; index += 1) {
        sandbox.world.mailRefusals.set(gone(index).to, reply);
        expect(await sendMail(gone(index))).toEqual({ outcome, reason });
      }
      expect(await sendMail(letter)).toEqual({ outcome: "taken" });
      expect(sandbox.world.mails.map(({ to }) => to)).toEqual([["a@example.com"]]);
    },
  );

  test.each(few([421, 530, 535], 2))(
    "%i concerns the server: after five the breaker is open",
    async (status) => {
      const { sendMail } = await import("~/platform/mail/mail.server");
      sandbox.faults.set("mail", { kind: "status", status });
      for (let index = 0; index < 5; index += 1)
        await expect(sendMail(letter)).rejects.toMatchObject({ kind: "unreachable", status });
      sandbox.faults.clear();
      await expect(sendMail(letter)).rejects.toMatchObject({ kind: "open" });
    },
  );
});

const silences: [string, string[]][] = [
  ["never greets", []],
  ["stops after its greeting", ["220 here"]],
  ["stops before it takes the mail", ["220 here", "250 ok", "250 ok", "250 ok", "354 go on"]],
];
test.each(few(silences, 2))("a server that %s: the mail fails in time", async (_, lines) => {
  const smtp = await silentAfter(...lines);
  // The address of the server is read when the app begins.
  resetApp();
  const { sendMail } = await import("~/platform/mail/mail.server");
  const waited = stopwatch();
  await expect(sendMail(letter)).rejects.toMatchObject({
    system: "mail",
    kind: expect.stringMatching(/^(timeout|unreachable)$/),
  });
  expect(waited()).toBeLessThan(4_500);
  smtp.close();
});

test("a refusal at DATA, before the message is sent, is none of what it says", async () => {
  const smtp = await silentAfter("220 here", "250 ok", "250 ok", "250 ok", "550 5.1.1 Nobody");
  resetApp();
  const { sendMail } = await import("~/platform/mail/mail.server");
  expect(await sendMail(letter)).toEqual({ outcome: "refused", reason: "mail: 550 5.1.1" });
  smtp.close();
});

test.each([
  ["", "EHLO app.example.com"],
  ["/?name=mail.example.com", "EHLO mail.example.com"],
])("the server is greeted by a name of its own: SMTP_URL with '%s'", async (query, greeting) => {
  const smtp = await silentAfter("220 here", "421 4.7.0 Try again later (EHLO)");
  vi.stubEnv("SMTP_URL", `${process.env.SMTP_URL}${query}`);
  vi.stubEnv("APP_ORIGIN", "https://app.example.com:8443");
  resetApp();
  const { sendMail } = await import("~/platform/mail/mail.server");
  await expect(sendMail(letter)).rejects.toMatchObject({ system: "mail", kind: "unreachable" });
  expect(smtp.heard[0]).toBe(greeting);
  smtp.close();
});

test("with requireTLS nothing is sent to a server that offers no TLS", async () => {
  const smtp = await silentAfter("220 here", "250 here", "502 5.5.1 Not implemented");
  vi.stubEnv("SMTP_URL", `${process.env.SMTP_URL?.replace("//", "//user:pass@")}?requireTLS=true`);
  resetApp();
  const { sendMail } = await import("~/platform/mail/mail.server");
  await expect(sendMail(letter)).rejects.toMatchObject({ status: 502, code: "ETLS" });
  expect(smtp.heard).toEqual([expect.stringMatching(/^EHLO /), "STARTTLS"]);
  smtp.close();
});

test("without a server the mail fails as unreachable", async () => {
  vi.stubEnv("SMTP_URL", "smtp://127.0.0.1:1");
  resetApp();
  const { sendMail } = await import("~/platform/mail/mail.server");
  await expect(sendMail(letter)).rejects.toMatchObject({
    system: "mail",
    kind: "unreachable",
    code: "ECONNREFUSED",
  });
});
