import { createHash } from "node:crypto";
import { expect, onTestFinished, test, vi } from "vitest";
import { everyCase, few } from "#tests/setup/cases";
import {
  exportOf,
  fileOf,
  importInto,
  kept,
  type Member,
  newMember,
  nothingKept,
  type SentFile,
  send,
  withExports,
} from "#tests/setup/imports";
import { resetApp } from "#tests/setup/reset-app";
import type { UploadEvent } from "~/features/imports/rules/work";
import { firestore } from "~/platform/store/firebase.server";

withExports();

/** A process of its own: its modules know nothing of what others are doing. */
async function processOf() {
  resetApp();
  const { takeIn } = await import("~/features/imports/services/take-in.server");
  return takeIn;
}

/** Files whose end waits until it is let go. */
function heldBack(files: readonly SentFile[], whole?: "letGo") {
  const gate = Promise.withResolvers<void>();
  if (whole) gate.resolve();
  const arrived = Promise.withResolvers<void>();
  async function* events(): AsyncGenerator<UploadEvent> {
    for (const { name, bytes } of files) {
      yield { fileName: name };
      // Taken over by the thread, as the memory of an upload's chunk is.
      yield { chunk: bytes.slice() };
    }
    arrived.resolve();
    await gate.promise;
  }
  const fields = () => ({ takenAt: undefined, followersShown: undefined });
  return {
    upload: { files: events(), fields, endAsTooSlow() {} },
    arrived: arrived.promise,
    letGo: gate.resolve,
  };
}

/** Of the process that was begun last. */
const backgroundDone = async () =>
  (await import("~/platform/work/background.server")).backgroundSettled();

async function importsKept({ uid }: Member) {
  const { importsOf } = await import("~/features/history/import-documents.server");
  return importsOf(uid);
}

const onlyOne = { importPieces: 1, analysisLists: 3, analyses: 1, profiles: 1 };

test("of imports that reach several processes at once, one is taken in, and the others are told to wait", async () => {
  const member = await newMember();
  const begin = [];
  for (const daysBefore of [30, 0, 10]) {
    const takeIn = await processOf();
    const { upload } = heldBack(await exportOf(daysBefore), "letGo");
    begin.push(() => takeIn(member.uid, upload));
  }
  const taken = await Promise.all(begin.map((run) => run()));
  const outcomes = taken.map(({ outcome }) => outcome);
  expect(outcomes.toSorted()).toEqual(["own", "own", "taken-in"]);
  expect(await importsKept(member)).toEqual([expect.objectContaining({ state: "used" })]);
  expect(await kept(member)).toEqual({ imports: 1, ...onlyOne });
});

test.runIf(everyCase)(
  "an import is refused while another process reads one, and taken in after it",
  async () => {
    const member = await newMember();
    const first = await processOf();
    const { upload, arrived, letGo } = heldBack(await exportOf(30));
    const running = first(member.uid, upload);
    await arrived;
    const second = await processOf();
    const other = () => exportOf(0).then((files) => heldBack(files, "letGo").upload);
    expect(await second(member.uid, await other())).toEqual({ outcome: "own" });
    expect((await send(member, await exportOf(0))).status).toBe(409);
    expect(await importsKept(member)).toEqual([expect.objectContaining({ state: "reading" })]);
    letGo();
    expect(await running).toMatchObject({ outcome: "taken-in" });
    expect(await second(member.uid, await other())).toMatchObject({ outcome: "taken-in" });
  },
);

test("an import that was taken for broken off, and comes to its end after all, is one with the same export", async () => {
  const member = await newMember();
  const files = await exportOf(0);
  const first = await processOf();
  // It says no more that it lives.
  vi.useFakeTimers({ toFake: ["setInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const { upload, arrived, letGo } = heldBack(files);
  const running = first(member.uid, upload);
  await arrived;
  const [one] = await importsKept(member);
  await leave(one?.id, "silent");
  await processOf();
  const { id } = await importInto(member, files);
  await backgroundDone();
  letGo();
  expect(await running).toEqual({ outcome: "taken-in", id });
  const states = (await importsKept(member)).map(({ state }) => state);
  expect(states.toSorted()).toEqual(["refused", "used"]);
  expect(await kept(member)).toEqual({ imports: 2, ...onlyOne });
});

test.each([
  ["before November 27, whose digest had the numbers of its parts", (name: string) => name],
  ["before November 30", (name: string) => name.replace(/_\d/, "")],
])(
  "the same export is one with an import of a release %s, and without files that are read since",
  async (_, nameOf) => {
    const member = await newMember();
    const follower = (value: string) => ({
      string_list_data: [{ value, timestamp: 1_719_878_400 }],
    });
    const of = (...names: string[]) => JSON.stringify(names.map(follower));
    const files = [
      fileOf("followers_1.json", of("ana", "ben")),
      fileOf("followers_2.json", of("cleo")),
    ];
    const readSince = [
      fileOf(
        "instagram_signup_details.json",
        JSON.stringify({ string_map_data: { Time: { timestamp: 1_719_000_000 } } }),
      ),
      fileOf("igtv_videos.json", JSON.stringify({ ig_igtv_media: [] })),
    ];
    const { id } = await importInto(member, [...files, ...readSince]);
    const sha256 = (text: string | Uint8Array) => createHash("sha256").update(text).digest("hex");
    const pairs = files.map(({ name, bytes }) => `${nameOf(name)}\n${sha256(bytes)}\n`);
    const startedAt = new Date("2026-11-20T10:00:00Z");
    await leave(id, "silent", { digest: sha256(pairs.toSorted().join("")), startedAt });
    expect((await importInto(member, [...files, ...readSince])).id).toBe(id);
    expect(await importsKept(member)).toHaveLength(1);
    const stored = await (await firestore()).doc(`imports/${id}`).get();
    expect(stored.data()).not.toHaveProperty("formerDigests");
  },
);

/** Milliseconds since the last sign of life. */
const since = { silent: 31_000, alive: 0 };

/** Changes an import, as another process leaves it. */
async function leave(id: string | undefined, silence: keyof typeof since, fields: object = {}) {
  const document = (await firestore()).doc(`imports/${id}`);
  await document.update({ aliveAt: new Date(Date.now() - since[silence]), ...fields });
}

const besides = [
  ["one that is being read", "alive", { state: "reading" }, 409],
  ["one whose process died", "silent", { state: "reading" }, 303],
  ["one that is over", "alive", { state: "refused" }, 303],
  ["one that is held", "alive", { state: "held" }, 303],
  ["somebody else's", "alive", { state: "reading", uid: "somebody-else" }, 303],
] as const;

test.each(few(besides, 4))(
  "beside %s (%s, %o) an import is %i",
  async (_, silence, fields, status) => {
    const member = await newMember();
    const { id } = await importInto(member, [fileOf("letter.txt", "Dear Sir")]);
    await leave(id, silence, fields);
    const answer = await send(member, await exportOf(0));
    expect(answer.status).toBe(status);
    if (status === 409)
      expect(await answer.text()).toContain("Another import of yours is being read");
  },
);

test.runIf(everyCase)(
  "one whose end could not be written holds up other processes for half a minute, and not its own",
  async () => {
    const member = await newMember();
    const takeIn = await processOf();
    const { upload, arrived, letGo } = heldBack(await exportOf(30));
    const running = takeIn(member.uid, upload);
    await arrived;
    const imports = (await firestore()).collection("imports");
    const [left] = (await imports.where("uid", "==", member.uid).get()).docs;
    letGo();
    await running;
    await imports.doc(crypto.randomUUID()).set({ ...left?.data(), aliveAt: new Date() });
    expect((await send(member, await exportOf(0))).status).toBe(303);
    await processOf();
    expect((await send(member, await exportOf(10))).status).toBe(409);
  },
);

test("what is erased while an export is read leaves nothing of it behind", async () => {
  const member = await newMember();
  await importInto(member, await exportOf(30));
  const takeIn = await processOf();
  const { upload, arrived, letGo } = heldBack(await exportOf(0));
  const running = takeIn(member.uid, upload);
  await arrived;
  const { requestErasure } = await import("~/features/own-data/services/erasure.server");
  await requestErasure({ uid: member.uid, email: "" });
  await backgroundDone();
  expect(await kept(member)).toEqual({ imports: 0, ...nothingKept });
  letGo();
  await expect(running).rejects.toThrow();
  expect(await kept(member)).toEqual({ imports: 0, ...nothingKept });
});

const noon = (day: string) => Date.parse(`${day}T12:00:00Z`) / 1_000;

const follower = (value: string, day: string) => ({
  string_list_data: [{ value, timestamp: noon(day) }],
});

const listOf = (...people: object[]) => fileOf("followers_1.json", JSON.stringify(people));

test("nobody is lost who followed after the end of the range that the export names", async () => {
  const member = await newMember();
  await importInto(member, [listOf(follower("ana", "2024-03-01"), follower("ben", "2025-05-09"))], {
    takenAt: "2025-05-09T18:00:00Z",
    followersShown: "2",
  });
  const range = [
    { label: "Start date", value: "" },
    { label: "End date", value: "2025-05-08" },
  ];
  const requests = [{ timestamp: noon("2025-05-08"), label_values: range }];
  const second = await importInto(
    member,
    [
      listOf(follower("ana", "2024-03-01")),
      fileOf("your_information_download_requests.json", JSON.stringify(requests)),
    ],
    { takenAt: "2025-05-10T12:00:00Z" },
  );
  expect(second).toMatchObject({ state: "used", problems: [], changes: { lost: 0 } });
});
