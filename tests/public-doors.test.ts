import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Fault, SystemName } from "#sandbox/faults.ts";
import { startTcpFront } from "#sandbox/tcp-front.ts";
import { ask, send } from "#tests/setup/ask";
import { everyCase } from "#tests/setup/cases";
import { newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { resetApp } from "#tests/setup/reset-app";
import { askForLink } from "#tests/setup/sign-in-links";
import { stopwatch } from "#tests/setup/stopwatch";

// The mail server behind a relay that may hang.
const mail = new URL(process.env.SMTP_URL ?? "");
const relay = await startTcpFront("mail", sandbox.faults, Number(mail.port), 0);
vi.stubEnv("SMTP_URL", `smtp://127.0.0.1:${relay.port}`);
afterAll(() => relay.close());

beforeEach(() => {
  resetApp();
});

/** Doors that must not tell whether an address is known. */
const doors: [string, (email: string) => Promise<unknown>][] = [
  [
    "POST /api/cancel-request",
    async (email) => {
      const body = JSON.stringify({ email, code: "profile-analyzer" });
      const { status, body: said } = await send("/api/cancel-request", body);
      return [status, said];
    },
  ],
  [
    "POST /sign-in/link",
    async (email) => {
      const { status, location } = await askForLink(email);
      return [status, location];
    },
  ],
];

const circumstances: [string, SystemName | undefined, Fault][] = [
  ["all is well", undefined, { kind: "hang" }],
  ["mail is slow", "mail", { kind: "slow", ms: 3_000 }],
  ["mail is down", "mail", { kind: "status", status: 500 }],
  ["mail hangs", "mail", { kind: "hang" }],
  ["the subscription service hangs", "subscriptions", { kind: "hang" }],
  ["the subscription service is down", "subscriptions", { kind: "status", status: 500 }],
  ["the identity provider hangs", "identity", { kind: "hang" }],
  ["Firestore hangs", "firestore", { kind: "hang" }],
];

/** Unless every case is tried, what may take a different time; at the second door, without Firestore. */
const tried = circumstances.filter(
  ([, system, { kind }]) => kind === "hang" && system !== "identity",
);
const triedAt = (door: string) =>
  door === doors[0]?.[0] ? tried : tried.filter(([, system]) => system !== "firestore");

describe.each(doors)("%s", (door, knock) => {
  test.each(everyCase ? circumstances : triedAt(door))(
    "answers subscribers and strangers alike while %s",
    async (_, system, fault) => {
      const { email } = await newMember();
      await knock("somebody@example.com");
      if (system) sandbox.faults.set(system, fault);
      const answers: unknown[] = [];
      for (const address of [`nobody-${email}`, email]) {
        const waited = stopwatch();
        answers.push(await knock(address));
        // Slower than any answer that waits for nothing, faster than any that waits for what is slow.
        if (system !== "firestore") expect(waited()).toBeLessThan(2_000);
      }
      expect(answers[1]).toEqual(answers[0]);
    },
  );
});

test("a spent limit tells nothing, either", async () => {
  const { email } = await newMember();
  const times = async (address: string) => {
    const statuses: number[] = [];
    for (let time = 0; time < 5; time += 1) {
      const body = JSON.stringify({ email: address, code: "profile-analyzer" });
      statuses.push((await send("/api/cancel-request", body)).status);
    }
    const { status } = await ask("/sign-in/link", { fields: { email: address } });
    return [...statuses, status];
  };
  sandbox.faults.set("mail", { kind: "status", status: 500 });
  expect(await times(email)).toEqual(await times(`nobody-${email}`));
});
