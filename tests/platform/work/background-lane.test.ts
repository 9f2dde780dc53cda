import { DocumentReference } from "firebase-admin/firestore";
import { afterEach, expect, test, vi } from "vitest";
import "#tests/setup/outside";
import { readings } from "~/features/connection/services/outbox/reading.server";
import { runEntry } from "~/platform/outbox/runner.server";
import { firestore } from "~/platform/store/firebase.server";
import { inFirestore } from "~/platform/store/firestore.server";
import { repeatedly } from "~/platform/work/background.server";

afterEach(() => void vi.restoreAllMocks());

const away = () => Promise.reject(Object.assign(new Error("away"), { code: 14 }));

const asPage = () =>
  inFirestore("read", async () => "answered").catch((error: Error) => error.message);

test("a round that meets the same failure every time takes Firestore from no page", async () => {
  let rounds = 0;
  const { promise: enough, resolve } = Promise.withResolvers<void>();
  const met: string[] = [];
  const stop = repeatedly("a sweep", 1, async () => {
    rounds += 1;
    await inFirestore("write", away).catch((error: Error) => met.push(error.message));
    if (rounds === 8) resolve();
  });
  await enough;
  await stop();
  expect(met).toContain("firestore: open");
  expect(await asPage()).toBe("answered");
});

test("neither do entries of the outbox that a page has begun, and that run when it is gone", async () => {
  const library = Object.getPrototypeOf(await firestore());
  vi.spyOn(library, "runTransaction").mockImplementation(away);
  vi.spyOn(DocumentReference.prototype, "get").mockImplementation(away);
  const runs = Array.from({ length: 8 }, (_, n) => runEntry(readings, `uid-${n}`));
  for (const run of await Promise.allSettled(runs)) expect(run.status).toBe("rejected");
  expect(await asPage()).toBe("answered");
});
