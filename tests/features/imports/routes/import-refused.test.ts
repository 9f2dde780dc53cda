import { expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import {
  exportOf,
  fileOf,
  history,
  importInto,
  kept,
  newMember,
  nothingKept,
  pageAt,
  profileOf,
  type SentFile,
  send,
  withExports,
} from "#tests/setup/imports";
import { zipOf } from "../../export/rules/zip-writer.ts";

withExports();

const cutOff = async () => {
  const [file] = await exportOf(0);
  return file ? [{ ...file, bytes: file.bytes.slice(0, file.bytes.length / 2) }] : [];
};

/** The export with the flag of an encrypted entry in its first header. */
const encrypted = async () => {
  const [file] = await exportOf(0);
  const bytes = file?.bytes.slice() ?? new Uint8Array();
  bytes[6] = (bytes[6] ?? 0) | 1;
  return [{ name: "locked.zip", bytes }];
};

const several = "more than one export, or of more than one account";
const twoProfiles = Object.fromEntries(
  ["ana", "shop"].map((name) => [
    `instagram-${name}-2026-05-11-x1/connections/followers_and_following/followers_1.json`,
    JSON.stringify([{ string_list_data: [{ value: `fan.of.${name}`, timestamp: 1_719_878_400 }] }]),
  ]),
);

const refused: [string, () => Promise<SentFile[]>, string][] = [
  ["not-an-export", async () => [fileOf("letter.txt", "Dear Sir")], "not an Instagram export"],
  ["html-format", () => exportOf(0, { format: "html" }), "in the format HTML"],
  ["damaged", cutOff, "damaged or not complete"],
  ["damaged", async () => [...(await exportOf(30)), ...(await exportOf(0))], several],
  ["damaged", async () => [zipFile(twoProfiles)], several],
  ["encrypted", encrypted, "locked with a password"],
  ["no-followers", async () => [zipFile({ "connections/": "" })], "no list of followers"],
];

const zipFile = (files: Record<string, string>): SentFile => {
  const entries = Object.entries(files).map(([name, content]) => ({ name, content }));
  return { name: "a.zip", bytes: new Uint8Array(zipOf(entries)) };
};
const people = (key: string, count: number) =>
  JSON.stringify({
    [key]: Array.from({ length: count }, (_, index) => ({
      title: `person${index}`,
      string_list_data: [{ href: "", timestamp: 1_719_878_400 }],
    })),
  });
const following = people("relationships_following", 40);

const lists = "connections/followers_and_following";
const html = { [`${lists}/followers_1.html`]: "<html>" };
const found: [string, SentFile, { counts: object; found: string[] }, string][] = [
  [
    "no-followers",
    fileOf("following.json", following),
    { counts: { followers: 0, following: 40, skipped: 0 }, found: ["following"] },
    "Following 40",
  ],
  [
    "no-followers",
    fileOf("pending_follow_requests.json", people("relationships_follow_requests_sent", 3)),
    { counts: { followers: 0, following: null, skipped: 0 }, found: ["pendingRequests"] },
    "Also in it: ",
  ],
  [
    "html-format",
    zipFile({ ...html, [`${lists}/following.json`]: following }),
    { counts: { followers: 0, following: 40, skipped: 0 }, found: ["following"] },
    "Following 40",
  ],
];

test.each(found)("%s keeps what was found, and no list", async (problem, file, facts, words) => {
  const member = await newMember();
  const takenAt = "2026-05-10T12:00:00.000Z";
  const one = await importInto(member, [file], { takenAt });
  expect(one).toMatchObject({ state: "refused", problems: [problem], takenAt, ...facts });
  const page = await pageAt(member, `/dashboard/import/${one.id}`);
  expect(page).toContain("Only what is listed below was kept, and nothing has changed.");
  expect(page.replace(/\s+/g, " ")).toContain(words);
  // Nobody has counted them.
  expect(page.replace(/\s+/g, " ")).not.toContain("Followers 0");
  expect(page).toContain("May 10, 2026");
  expect(page).not.toContain("Is it the whole list?");
  expect(await kept(member)).toEqual({ ...nothingKept, imports: 1 });
});

test("what was found in a refused one says whose it is and when it was taken, by its own word", async () => {
  const files = await exportOf(0, { sections: ["account", "media"] });
  const one = await importInto(await newMember(), files);
  expect(one).toMatchObject({
    state: "refused",
    account: history.options.username,
    takenAt: new Date(history.end * 1_000).toISOString(),
  });
  expect(one.found).toEqual(expect.arrayContaining(["account", "posts"]));
});

test.each(refused)(
  "%s: a designed sentence, and nothing is kept",
  async (problem, files, words) => {
    const member = await newMember();
    const one = await importInto(member, await files());
    expect(one).toMatchObject({ state: "refused", problems: [problem], found: [], changes: null });
    const page = await pageAt(member, `/dashboard/import/${one.id}`);
    expect(page).toContain(words);
    expect(page).toContain("Nothing of it was kept");
    expect(await pageAt(member, "/dashboard/import")).toContain("Refused");
    expect(await kept(member)).toEqual({ ...nothingKept, imports: 1 });
  },
);

test("a refused one changes nothing of what stands there", async () => {
  const member = await newMember();
  await importInto(member, await exportOf(30));
  const before = await profileOf(member);
  await importInto(member, await cutOff());
  expect(await profileOf(member)).toEqual(before);
  expect(await kept(member)).toMatchObject({ imports: 2, importPieces: 1 });
});

test.each([
  ["no file", [], {}, "Please choose the file of your export first."],
  ["another field's file", undefined, {}, "Please choose the file"],
  ["a number in words", [fileOf("a.json", "[]")], { followersShown: "many" }, "1,361 or 12.3K"],
])("%s is told beside the form, and is no import", async (_, files, fields, words) => {
  const member = await newMember();
  let answer: Response;
  if (files) answer = await send(member, files, fields);
  else {
    const body = new FormData();
    body.set("other", new Blob(["[]"]), "followers_1.json");
    answer = await visit("/dashboard/import", { method: "POST", body, cookie: member.cookie });
  }
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain(words);
  expect(await kept(member)).toEqual({ ...nothingKept, imports: 0 });
});

test("who uploads more than 120 times within an hour has to wait", async () => {
  const member = await newMember();
  const { uploadLimit } = await import("~/features/imports/services/take-in.server");
  for (let upload = 0; upload < 120; upload += 1) await uploadLimit.take(member.uid);
  const answer = await send(member, await exportOf(0));
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await answer.text()).toContain("very often within this hour");
});

test("an import whose reading died is shown as broken off", async () => {
  const member = await newMember();
  const { id } = await importInto(member, [fileOf("letter.txt", "Dear Sir")]);
  const { firestore } = await import("~/platform/store/firebase.server");
  const document = (await firestore()).doc(`imports/${id}`);
  await document.update({ state: "reading", problems: [], aliveAt: new Date() });
  expect(await pageAt(member, `/dashboard/import/${id}`)).toContain("is being read");
  await document.update({ aliveAt: new Date(Date.now() - 60_000) });
  const page = await pageAt(member, `/dashboard/import/${id}`);
  expect(page).toContain("The upload broke off before all of it was here.");
  await importInto(member, await exportOf(0));
  await kept(member);
  expect((await document.get()).data()).toMatchObject({ state: "refused", problems: ["damaged"] });
});
