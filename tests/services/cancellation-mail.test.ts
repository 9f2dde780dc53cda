import type { AddressInfo } from "node:net";
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
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
vi.stubEnv("SMTP_URL", `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`);
const { newMember } = await import("#tests/setup/member");
const { requestCancellationMail } = await import("~/services/cancellation-mail.server");

afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

test("a mail that the server did not confirm in time counts for the limit: it may have been sent", async () => {
  const member = await newMember();
  const asked = Array.from({ length: 3 }, () => requestCancellationMail(member));
  expect(await Promise.all(asked)).toEqual(Array(3).fill({ outcome: "unavailable" }));
  expect(accepted).toBe(3);
  expect(await requestCancellationMail(member)).toMatchObject({ outcome: "limited" });
}, 15_000);
