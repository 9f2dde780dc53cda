import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { beforeEach, expect, test, vi } from "vitest";
import { sandbox } from "#tests/setup/outside";

const letter = { to: "a@example.com", subject: "Hello", text: "Hello", html: "<p>Hello</p>" };

beforeEach(() => {
  vi.resetModules();
});

/** An SMTP server that goes along as far as `lines` reach, and then says no more. */
async function silentAfter(...lines: string[]) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    const left = [...lines];
    const say = () => left.length > 0 && socket.write(`${left.shift()}\r\n`);
    socket.on("error", () => {});
    socket.on("data", say);
    say();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  vi.stubEnv("SMTP_URL", `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return { sockets, close: () => server.close() };
}

test("a mail carries its sender and both parts", async () => {
  const { sendMail } = await import("~/clients/mail.server");
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

test.each([
  ["never greets", []],
  ["stops after its greeting", ["220 here"]],
  ["stops before it takes the mail", ["220 here", "250 ok", "250 ok", "250 ok", "354 go on"]],
])("a server that %s: given up in time, and its connection closed", async (_, lines) => {
  const smtp = await silentAfter(...lines);
  const { sendMail } = await import("~/clients/mail.server");
  const started = performance.now();
  await expect(sendMail(letter)).rejects.toMatchObject({
    system: "mail",
    kind: expect.stringMatching(/^(timeout|unreachable)$/),
  });
  expect(performance.now() - started).toBeLessThan(4_500);
  const [socket] = smtp.sockets;
  if (socket && !socket.destroyed && !socket.readableEnded) await once(socket, "close");
  expect(performance.now() - started).toBeLessThan(6_000);
  smtp.close();
});

test("no server at all", async () => {
  vi.stubEnv("SMTP_URL", "smtp://127.0.0.1:1");
  const { sendMail } = await import("~/clients/mail.server");
  await expect(sendMail(letter)).rejects.toMatchObject({ system: "mail", kind: "unreachable" });
});
