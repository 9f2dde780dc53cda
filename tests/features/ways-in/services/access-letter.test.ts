import { env } from "~/env.server";
import "#tests/setup/mail";
import { afterEach, describe, expect, test, vi } from "vitest";
import { mailsTo } from "#tests/setup/letters";
import { type Member, newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { accessChanges, accessMail } from "~/features/ways-in/services/access-mail";
import {
  accessLetters,
  tellOfChange,
} from "~/features/ways-in/services/outbox/access-letter.server";
import { log } from "~/platform/monitoring/log.server";
import { runEntry } from "~/platform/outbox/runner.server";
import { claimEntry } from "~/platform/outbox/store/claim.server";
import { beginningMark, endErasure } from "~/platform/store/erasure-marks.server";
import { firestore } from "~/platform/store/firebase.server";
import { backgroundSettled, setStoppingSoon } from "~/platform/work/background.server";

const { faults } = sandbox;
const chromeOnAndroid =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36";

afterEach(async () => {
  faults.clear();
  await backgroundSettled();
  vi.restoreAllMocks();
});

const storedFor = async ({ uid }: Member) => {
  const letters = (await firestore()).collection("accessLetters");
  const { docs } = await letters.where("payload.uid", "==", uid).get();
  return docs;
};
const onlyOne = async (member: Member) => {
  const [document, ...others] = await storedFor(member);
  if (!document || others.length > 0) throw new Error("not exactly one letter is kept");
  return document;
};
const tell = async (member: Member) => {
  await tellOfChange(member, "passkey-added", chromeOnAndroid);
  await backgroundSettled();
};
/** A letter that was kept by a process that died before it began to send it. */
async function keptUnsent(member: Member) {
  faults.set("mail", { kind: "status", status: 451 });
  await tell(member);
  faults.clear();
  const document = await onlyOne(member);
  await document.ref.update({ dueAt: 1, leaseUntil: 0 });
  return document;
}
const messageIds = (member: Member) => mailsTo(member).map(({ headers }) => headers["message-id"]);

describe.each(accessChanges)("the letter about %s", (change) => {
  const letter = {
    to: "somebody@example.com",
    change,
    at: Date.parse("2026-11-22T23:05:00Z"),
    browser: "Safari on iPhone",
    id: "access-1",
  };

  test("says what, when and where, and what to do, as text and as HTML", async () => {
    const mail = await accessMail({ ...letter, timeZone: "America/New_York" });
    for (const part of [mail.text, mail.html])
      for (const words of [
        mail.subject,
        "Nov 22, 2026, 18:05, America/New York time",
        "Safari on iPhone",
        "If this was you",
        change === "passkey-suspect" ? "add a new one." : "There is nothing to do.",
        `${env.APP_ORIGIN}/password-recovery`,
        `${env.APP_ORIGIN}/dashboard/security`,
        env.SUPPORT_EMAIL,
      ])
        expect(part).toContain(words);
    // It cannot be turned off.
    expect(Object.keys(mail.headers ?? {})).toEqual(["Message-ID"]);
    expect(mail.text).not.toContain("urn this letter off");
  });

  test("says that it is UTC where no time zone was chosen, and no browser that is not known", async () => {
    const { text } = await accessMail({ ...letter, timeZone: null, browser: null });
    expect(text).toContain("It happened on Nov 22, 2026, 23:05, UTC.");
  });
});

test("it is kept without an address, and sent once, in the time zone that was chosen", async () => {
  const member = await newMember();
  await (await firestore()).doc(`settings/${member.uid}`).set({ timeZone: "Asia/Tokyo" });
  await tell(member);
  const document = await onlyOne(member);
  const { state, dueAt, payload } = document.data();
  expect({ state, dueAt, payload }).toEqual({
    state: "done",
    dueAt: null,
    payload: {
      uid: member.uid,
      change: "passkey-added",
      at: expect.any(Number),
      browser: "Chrome on Android",
    },
  });
  expect(JSON.stringify(document.data())).not.toContain(member.email);
  await runEntry(accessLetters, document.id);
  expect(mailsTo(member).map(({ subject }) => subject)).toEqual(["A passkey was added"]);
  expect(mailsTo(member)[0]?.text).toContain("Asia/Tokyo time");
});

test("who has no running plan any more is told, too; who has no account is nobody to tell", async () => {
  const member = await newMember({ status: "expired" });
  await tell(member);
  expect(messageIds(member)).toHaveLength(1);
  const gone = { ...(await newMember()), uid: `gone-${crypto.randomUUID()}` };
  await tell(gone);
  expect(messageIds(gone)).toEqual([]);
  expect((await onlyOne(gone)).data()).toMatchObject({ state: "done", progress: { sentAt: null } });
});

test("kept after all was erased, by work that began before, nothing of it stays once it is sent", async () => {
  const member = await newMember();
  const document = await keptUnsent(member);
  const { kind, id, entry } = beginningMark(member.uid);
  await (await firestore()).collection(kind.collection).doc(id).set(entry);
  await endErasure(member.uid, entry);
  await runEntry(accessLetters, document.id);
  expect(messageIds(member)).toHaveLength(1);
  expect(await storedFor(member)).toEqual([]);
  // Of changes since then the letters are kept as ever.
  await tell(member);
  expect((await onlyOne(member)).data()).toMatchObject({ state: "done" });
});

describe("a process that dies", () => {
  test("before the letter is sent: another sends it, once", async () => {
    const member = await newMember();
    const document = await keptUnsent(member);
    expect(mailsTo(member)).toEqual([]);
    await Promise.all([1, 2, 3].map(() => runEntry(accessLetters, document.id)));
    expect(messageIds(member)).toEqual([`<access-${document.id}@localhost>`]);
  });

  test("after it is sent and before that is saved: it is sent again as the same letter", async () => {
    const member = await newMember();
    const { id, ref } = await keptUnsent(member);
    const claim = await claimEntry(accessLetters, id);
    if (!claim) throw new Error("not due");
    const { entry } = claim;
    const saveProgress = async () => {};
    await accessLetters.handle({ id, entry, press: undefined, saveProgress, answer: () => {} });
    await ref.update({ dueAt: 1, leaseUntil: 0 });
    await runEntry(accessLetters, id);
    expect(new Set(messageIds(member))).toEqual(new Set([`<access-${id}@localhost>`]));
    expect((await ref.get()).data()).toMatchObject({ state: "done", dueAt: null });
  });
});

// The last ones: the connection to Firestore takes a while to come back.
test("while Firestore is down it is sent all the same; with the mail server down, too, once either is back", async () => {
  const [member, late, lost] = [await newMember(), await newMember(), await newMember()];
  faults.set("firestore", { kind: "reset" });
  await tell(member);
  expect(mailsTo(member).map(({ subject }) => subject)).toEqual(["A passkey was added"]);
  faults.set("mail", { kind: "status", status: 421 });
  const refused = vi.spyOn(log, "warn");
  await tellOfChange(late, "passkey-added", chromeOnAndroid);
  const mailFailures = () =>
    refused.mock.calls.filter(([fields]) => (fields as { system?: string }).system === "mail");
  await vi.waitFor(() => expect(mailFailures().length).toBeGreaterThan(0), 10_000);
  faults.clear("mail");
  await backgroundSettled();
  expect(mailsTo(late).map(({ subject }) => subject)).toEqual(["A passkey was added"]);

  // A process that must stop before that says so.
  const error = vi.spyOn(log, "error").mockImplementation(() => {});
  faults.set("mail", { kind: "status", status: 421 });
  await tellOfChange(lost, "passkey-added", chromeOnAndroid);
  setStoppingSoon(true);
  await backgroundSettled();
  setStoppingSoon(false);
  expect(error.mock.calls).toEqual([
    [{ change: "passkey-added" }, "a letter about a change of access was lost"],
  ]);
});
