import { expect, test, vi } from "vitest";
import "#tests/setup/outside";
import { firestore } from "~/platform/store/firebase.server";
import { inFirestore } from "~/platform/store/firestore.server";

const failing = (code: number, message = "") => Object.assign(new Error(message), { code });

/** Each try of the transaction fails as the next of these says; then it succeeds. */
async function tries(...failures: Error[]) {
  const prototype = Object.getPrototypeOf(await firestore());
  let count = 0;
  vi.spyOn(prototype, "runTransaction").mockImplementation(async () => {
    const failure = failures[count];
    count += 1;
    if (failure) throw failure;
    return "written";
  });
  return () => count;
}

const write = () =>
  inFirestore("write", (database) => database.runTransaction(async () => "written"));

const forGood = (failure: Error) => Array.from({ length: 100 }, () => failure);

test.each([
  ["contention", [failing(10), failing(10), failing(10)], 4],
  ["an expired transaction", [failing(3, "The referenced transaction has expired")], 2],
  ["a moment without Firestore", [failing(14)], 2],
])("after %s it is tried again", async (_, failures, count) => {
  const made = await tries(...failures);
  expect(await write()).toBe("written");
  expect(made()).toBe(count);
});

test("what Firestore refuses is not tried again", async () => {
  const made = await tries(...forGood(failing(7)));
  await expect(write()).rejects.toMatchObject({ kind: "refused", status: 403 });
  expect(made()).toBe(1);
});

test("contention that does not end is a refusal of this write, however often, and no outage", async () => {
  await tries(...forGood(failing(10)));
  const writes = Array.from({ length: 12 }, write);
  for (const one of await Promise.allSettled(writes))
    expect(one).toMatchObject({ reason: { kind: "refused", status: 409 } });
  expect(await inFirestore("read", async () => "answered")).toBe("answered");
});

test("a try that hangs after contention ends with what Firestore has said", async () => {
  const prototype = Object.getPrototypeOf(await firestore());
  vi.spyOn(prototype, "runTransaction")
    .mockRejectedValueOnce(failing(10))
    .mockReturnValue(new Promise(() => {}));
  await expect(write()).rejects.toMatchObject({ kind: "refused", status: 409 });
});

test.each(["before it reads", "while it reads"])(
  "a try that was given up %s writes nothing any more",
  async (when) => {
    const prototype = Object.getPrototypeOf(await firestore());
    const late = Promise.withResolvers<void>();
    const commit = vi.fn();
    let second: Promise<unknown> | undefined;
    vi.spyOn(prototype, "runTransaction")
      .mockRejectedValueOnce(failing(10))
      .mockImplementation((update) => {
        const run = async () => {
          if (when === "before it reads") await late.promise;
          await (update as (transaction: object) => Promise<unknown>)({});
          commit();
        };
        second = run();
        return second;
      });
    await expect(
      inFirestore("write", (database) => database.runTransaction(() => late.promise)),
    ).rejects.toMatchObject({ kind: "refused", status: 409 });
    late.resolve();
    await expect(second).rejects.toMatchObject({ code: 10 });
    expect(commit).not.toHaveBeenCalled();
  },
);

test("Firestore being away all the time is an outage", async () => {
  await tries(...forGood(failing(14)));
  await expect(write()).rejects.toMatchObject({ kind: "status", status: 503 });
});
