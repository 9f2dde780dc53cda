import { DocumentReference } from "firebase-admin/firestore";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { few } from "#tests/setup/cases";
import { cookieOf, logOut, startProcess, toSignIn, visit } from "#tests/setup/guarded";
import { sandbox } from "#tests/setup/outside";
import { stopwatch } from "#tests/setup/stopwatch";

beforeEach(startProcess);
afterEach(() => void vi.restoreAllMocks());

/** Cookies of sessions that another process created. */
async function cookiesFromElsewhere(...keys: string[]): Promise<string[]> {
  const cookies = await Promise.all(keys.map(cookieOf));
  await startProcess();
  return cookies;
}

test.each(["identity", "subscriptions"] as const)(
  "%s being down closes no page",
  async (system) => {
    const cookie = await cookieOf("rich");
    sandbox.faults.set(system, { kind: "status", status: 500 });
    expect(await visit(cookie)).toMatchObject({ status: 200 });
  },
);

describe.each(few(["firestore", "identity", "subscriptions"], 2))("while %s hangs", (system) => {
  const elapsed = async (cookie: string) => {
    const waited = stopwatch();
    expect(await visit(cookie)).toMatchObject({ status: 200 });
    return waited();
  };

  test("a page that needs it does not wait once the outage is known", async () => {
    const [first = "", second = ""] = await cookiesFromElsewhere("rich", "small");
    sandbox.faults.set(system, { kind: "hang" });
    await elapsed(first);
    // Waiting would take 2 s.
    expect(await elapsed(second)).toBeLessThan(1_000);
  });

  test("a subscriber of the last minute does not wait at all", async () => {
    const [cookie = ""] = await cookiesFromElsewhere("rich");
    await elapsed(cookie);
    sandbox.faults.set(system, { kind: "hang" });
    vi.useFakeTimers({ now: Date.now() + 25_000, toFake: ["Date", "performance"] });
    expect(await elapsed(cookie)).toBeLessThan(1_000);
    vi.useRealTimers();
  });
});

test("a session that this process ended stays ended while Firestore is down", async () => {
  const cookie = await cookieOf("rich");
  await logOut(cookie);
  sandbox.faults.set("firestore", { kind: "hang" });
  vi.useFakeTimers({ now: Date.now() + 240_000, toFake: ["Date", "performance"] });
  expect(await visit(cookie)).toMatchObject(toSignIn);
  vi.useRealTimers();
});

/** Firestore answers every look at a document of this collection with a gRPC code. */
function refuse(collection: string, code: number) {
  const { get } = DocumentReference.prototype;
  vi.spyOn(DocumentReference.prototype, "get").mockImplementation(function (
    this: DocumentReference,
  ) {
    if (this.parent.id !== collection) return get.call(this);
    return Promise.reject(Object.assign(new Error("refused"), { code }));
  });
}

const codes: [string, number][] = [
  ["INVALID_ARGUMENT", 3],
  ["NOT_FOUND", 5],
  ["PERMISSION_DENIED", 7],
  ["FAILED_PRECONDITION", 9],
  ["ABORTED", 10],
];
test.each(few(codes, 3))(
  "where Firestore refuses the check with %s, the cookie alone lets nobody in",
  async (_, code) => {
    const cookie = await cookieOf("rich");
    await startProcess();
    refuse("endedSessions", code);
    for (let times = 0; times < 7; times += 1)
      expect(await visit(cookie)).toMatchObject({ status: 503 });
  },
);

test("a document that cannot be read, read again and again, lets no logged-out cookie in", async () => {
  const cookie = await cookieOf("rich");
  await logOut(cookie);
  await startProcess();
  const { inFirestore } = await import("~/platform/store/firestore.server");
  for (let times = 0; times < 7; times += 1)
    await inFirestore("read", async () => {
      throw new TypeError("not a list");
    }).catch(() => undefined);
  expect(await visit(cookie)).toMatchObject(toSignIn);
});
