import { expect, test } from "vitest";
import { peopleFile } from "~/features/analysis/people-csv.server";
import type { ListedPerson } from "~/features/history/people-list";

const request = new Request("http://localhost/dashboard/analytics/fans.csv");

/** How many parts are being written at once, and were at most. */
const writing = new Map<string, { now: number; most: number }>();

/** A list in four parts, each of which takes some turns of the event loop. */
function listOf(uid: string, total: number) {
  async function* parts(): AsyncGenerator<ListedPerson[]> {
    for (let part = 0; part < 4; part += 1) {
      const busy = writing.get(uid) ?? { now: 0, most: 0 };
      busy.now += 1;
      busy.most = Math.max(busy.most, busy.now);
      writing.set(uid, busy);
      for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
      busy.now -= 1;
      yield [{ username: `name.${part}`, since: undefined }];
    }
  }
  return { total, parts };
}

/** The file, whose first part is read at once, before the answer begins. */
const fileOf = (uid: string, total: number) =>
  peopleFile(request, { uid, name: "fans" }, listOf(uid, total));

test.each([
  ["long", 50_000, 1],
  ["short", 10, 3],
])("of %s files of one subscriber, so many parts are written at once", async (_, total, most) => {
  const uid = `uid-${total}`;
  const files = [await fileOf(uid, total), await fileOf(uid, total), await fileOf(uid, total)];
  writing.delete(uid);
  const texts = await Promise.all(files.map((file) => file.text()));
  for (const text of texts) expect(text.match(/name\.\d/g)).toHaveLength(4);
  expect(writing.get(uid)?.most).toBe(most);
});

test("a reader who does not go on, or leaves, keeps no other file waiting", async () => {
  const [slow, left, other] = [
    await fileOf("uid-1", 50_000),
    await fileOf("uid-1", 50_000),
    await fileOf("uid-1", 50_000),
  ];
  await slow.body?.getReader().read();
  await left.body?.cancel();
  expect((await other.text()).match(/name\.\d/g)).toHaveLength(4);
});
