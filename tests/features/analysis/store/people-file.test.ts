import { expect, test } from "vitest";
import { peopleFile } from "~/features/analysis/people-file.server";
import type { ListedPerson } from "~/features/history/people-list";

const request = new Request("http://localhost/dashboard/analytics/fans.csv");

/** A list in two parts; `read` grows with each part that was taken from it. */
function listOf(total: number, read: string[], name: string) {
  async function* parts(): AsyncGenerator<ListedPerson[]> {
    for (const part of ["first", "second"]) {
      read.push(`${name} ${part}`);
      yield [{ username: `${name}.${part}`, since: undefined }];
    }
  }
  return { total, parts };
}

const fileOf = async (uid: string, total: number, read: string[], name: string) =>
  (await peopleFile(request, { uid, name: "fans" }, listOf(total, read, name))).body?.getReader();

test("long files of one subscriber are written one after another, those of others meanwhile", async () => {
  const read: string[] = [];
  const one = await fileOf("uid-1", 50_000, read, "one");
  const two = await fileOf("uid-1", 50_000, read, "two");
  const three = await fileOf("uid-2", 50_000, read, "three");
  const small = await fileOf("uid-1", 10, read, "small");
  for (const reader of [one, three, small]) {
    // The mark, the head, the first part, the second.
    for (let at = 0; at < 4; at += 1) expect((await reader?.read())?.done).toBe(false);
  }
  await two?.read();
  const waiting = two?.read();
  expect(read).not.toContain("two second");
  // Who leaves lets the next one begin.
  await one?.cancel();
  expect((await waiting)?.done).toBe(false);
  for (let at = 0; at < 2; at += 1) expect((await two?.read())?.done).toBe(false);
  expect(read).toContain("two second");
});
