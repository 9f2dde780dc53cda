import { DocumentReference } from "firebase-admin/firestore";
import { expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { page, withSources } from "#tests/setup/connecting";
import { connectAccount } from "#tests/setup/connections";
import { type Member, newMember } from "#tests/setup/member";
import { visibleText } from "#tests/setup/visible-text";

withSources("outside,export,instagram");

/** What the page says, and how often it has looked at the connection's document. */
async function look({ cookie }: Member, path = page) {
  const get = vi.spyOn(DocumentReference.prototype, "get");
  const answer = await visit(path, { cookie });
  const looks = (get.mock.contexts as DocumentReference[]).filter(
    ({ parent }) => parent.id === "connections",
  );
  get.mockRestore();
  return { text: visibleText(await answer.text()), looks: looks.length };
}

const unread = { progress: { begunAt: 1, readAt: null } };
const rotten = async ({ uid }: Member) =>
  (await connectAccount("empty", uid)).document.update({ state: "odd" });

test.each<[string, string, (member: Member) => Promise<unknown>, RegExp]>([
  ["without a connection", page, async () => {}, /Connect with Instagram/],
  ["while Instagram's answer is awaited", `${page}?problem=slow`, async () => {}, /Instagram/],
  ["before the first reading", page, ({ uid }) => connectAccount("empty", uid, unread), /empty/],
  ["with one that nobody can read", page, rotten, /connection/],
  ["before such a one is ended", `${page}/disconnect`, rotten, /Disconnect/],
])("%s the page reads the connection once", async (_, path, prepare, words) => {
  const member = await newMember();
  await prepare(member);
  const { text, looks } = await look(member, path);
  expect(text).toMatch(words);
  expect(looks).toBe(1);
});
