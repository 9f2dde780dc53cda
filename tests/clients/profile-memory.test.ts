import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { inFirestore } from "~/clients/firestore.server";
import { lastGoodProfile, profileOf } from "~/clients/profiles.server";

const mebibyte = 1_048_576;
setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** Mebibytes. */
function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / mebibyte;
}

/** Documents just below Firestore's limit of 1 MiB: of many short entries, which take most memory, and of long ones. */
const short = (_: unknown, at: number) => ({ username: `${at}`.padStart(12, "u") });
const long = (_: unknown, at: number) => ({
  username: `user_${at}`,
  fullName: `Имя Фамилия ${at}`,
  picUrl: `https://scontent.cdninstagram.com/v/${"a".repeat(240)}/${at}.jpg`,
});

async function writeLargest(count: number, length: number, entry: typeof short): Promise<string[]> {
  const items = Array.from({ length }, entry);
  const audience = { fans: { totalValue: length, items } };
  const document = { _insights: { status: "completed" }, _calculatedData: { audience } };
  const uids = Array.from({ length: count }, () => `uid-${crypto.randomUUID()}`);
  for (const uid of uids)
    await inFirestore("write", (database) =>
      database.collection("profiles").doc(uid).set(document),
    );
  return uids;
}

test("as many profiles of 1 MiB are kept as 64 MiB hold", async () => {
  const [first = "", ...shortOnes] = await writeLargest(20, 40_000, short);
  const longOnes = await writeLargest(60, 2_850, long);
  await profileOf(first);
  const one = heapUsed();
  for (const uids of [shortOnes, longOnes]) {
    for (const uid of uids) await profileOf(uid);
    expect(lastGoodProfile(first)).toBeUndefined();
    expect(lastGoodProfile(uids.at(-1) ?? "")).toBeDefined();
    // Nor is the bound far above what is really held.
    expect(heapUsed() - one).toBeLessThan(64);
    expect(heapUsed() - one).toBeGreaterThan(40);
  }
}, 60_000);
