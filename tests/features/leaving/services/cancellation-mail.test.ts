import type { AddressInfo, Socket } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, expect, test, vi } from "vitest";
import "#tests/setup/outside";

let accepted = 0;
/** Accepts every mail, but never confirms it. */
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onData(stream) {
    stream.on("end", () => {
      accepted += 1;
    });
    stream.resume();
  },
});
server.on("error", () => {});
const sockets: Socket[] = [];
server.server.on("connection", (socket: Socket) => sockets.push(socket));
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
vi.stubEnv("SMTP_URL", `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`);
const { newMember } = await import("#tests/setup/member");
const { backgroundSettled } = await import("~/platform/work/background.server");
const { requestCancellationMail } = await import(
  "~/features/leaving/services/cancellation-mail.server"
);

afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

test("a mail that the server does not confirm in time is kept, and asked for again it is the same one", async () => {
  const member = await newMember();
  const asked = Array.from({ length: 3 }, () => requestCancellationMail(member));
  expect(await Promise.all(asked)).toEqual(Array(3).fill({ outcome: "sent" }));
  // Whether it hangs up or never answers, no reply has come to the whole letter (platform/mail/mail-late.test.ts).
  for (const socket of sockets) socket.end();
  await backgroundSettled();
  expect(accepted).toBe(1);
  expect(await requestCancellationMail(member)).toMatchObject({ outcome: "limited" });
});
