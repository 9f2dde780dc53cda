import { expect, test } from "vitest";
import {
  exportOf,
  fileOf,
  importInto,
  kept,
  type Member,
  newMember,
  nothingKept,
  type SentFile,
  withExports,
} from "#tests/setup/imports";
import { resetApp } from "#tests/setup/reset-app";
import type { UploadEvent } from "~/features/imports/rules/work";

withExports();

/** A process of its own: its modules know nothing of what others are doing. */
async function processOf() {
  resetApp();
  const { takeIn } = await import("~/features/imports/services/take-in.server");
  return takeIn;
}

/** Files of which the last byte waits until it is let go. */
function heldBack(files: readonly SentFile[]) {
  const gate = Promise.withResolvers<void>();
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

async function importsKept({ uid }: Member) {
  const { importsOf } = await import("~/features/history/import-documents.server");
  return importsOf(uid);
}

test("the same export that two processes take in at once is one import", async () => {
  const member = await newMember();
  const files = await exportOf(0);
  const uploads = [heldBack(files), heldBack(files)];
  const running = [];
  for (const { upload } of uploads) {
    const takeIn = await processOf();
    running.push(takeIn(member.uid, upload));
  }
  await Promise.all(uploads.map(({ arrived }) => arrived));
  for (const { letGo } of uploads) letGo();
  const [one, other] = await Promise.all(running);
  expect(one).toEqual(other);
  expect(await importsKept(member)).toEqual([expect.objectContaining({ state: "used" })]);
  expect(await kept(member)).toEqual({
    imports: 1,
    importPieces: 1,
    analysisLists: 3,
    analyses: 1,
    profiles: 1,
  });
}, 60_000);

test("what is erased while an export is read leaves nothing of it behind", async () => {
  const member = await newMember();
  await importInto(member, await exportOf(30));
  const takeIn = await processOf();
  const { upload, arrived, letGo } = heldBack(await exportOf(0));
  const running = takeIn(member.uid, upload);
  await arrived;
  const { requestErasure } = await import("~/features/own-data/services/erasure.server");
  await requestErasure({ uid: member.uid, email: "" });
  await (await import("~/platform/work/background.server")).backgroundSettled();
  expect(await kept(member)).toEqual({ imports: 0, ...nothingKept });
  letGo();
  await expect(running).rejects.toThrow();
  expect(await kept(member)).toEqual({ imports: 0, ...nothingKept });
}, 60_000);

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
}, 60_000);
