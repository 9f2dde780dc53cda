import { beforeEach, expect, test } from "vitest";
import type { Fault, SystemName } from "#sandbox/faults.ts";
import { ask } from "#tests/setup/ask";
import { newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { resetApp } from "#tests/setup/reset-app";
import { askForLink, mailed, press, tokenFor } from "#tests/setup/sign-in-links";
import { stopwatch } from "#tests/setup/stopwatch";

let settled: () => Promise<void>;

// Every test meets closed circuit breakers and empty caches.
beforeEach(async () => {
  resetApp();
  settled = (await import("~/services/background.server")).backgroundSettled;
});

test.each<[SystemName, Fault]>([
  ["identity", { kind: "status", status: 500 }],
  ["identity", { kind: "hang" }],
  ["subscriptions", { kind: "status", status: 500 }],
  ["subscriptions", { kind: "malformed" }],
  ["firestore", { kind: "hang" }],
])("%s fails (%o): said, nobody is kept out longer than it lasts", async (system, fault) => {
  const { member, token } = await mailed();
  sandbox.faults.set(system, fault);
  const waited = stopwatch();
  expect(await press(token)).toMatchObject({
    status: 503,
    cookie: null,
    body: { state: "unavailable", token },
  });
  expect(waited()).toBeLessThan(5_000);
  const fields = { email: member.email, password: "member-pass" };
  if (system === "firestore")
    expect(await ask("/sign-in", { fields })).toMatchObject({ location: "/dashboard" });
  sandbox.faults.clear();
  resetApp();
  // A mark whose answer did not come may have been made all the same: then the page offers a new link.
  const usable = system === "firestore" ? await tokenFor(member) : token;
  expect(await press(usable)).toMatchObject({ status: 302, location: "/dashboard" });
});

test.each<[string, Fault, number | undefined, number]>([
  ["fails once: it is tried again", { kind: "status", status: 451 }, 1, 1],
  ["is down", { kind: "status", status: 451 }, undefined, 0],
])("mail %s, and the page says the same", async (_, fault, times, mails) => {
  const { email } = await newMember();
  sandbox.faults.set("mail", fault, times);
  expect(await askForLink(email)).toMatchObject({ status: 303, location: "/sign-in/link?sent" });
  await settled();
  expect(sandbox.world.mails).toHaveLength(mails);
});
