import { request } from "node:http";
import { afterEach, expect, test } from "vitest";
import { addressOfApp, visit } from "#tests/setup/app";
import { everyCase } from "#tests/setup/cases";
import {
  begin,
  changeConnection,
  chooseAt,
  comeBack,
  connect,
  newConnected,
  settled,
  storedConnection,
  storedPieces,
  withSmallAccounts,
  withSources,
} from "#tests/setup/connecting";
import { exportOf, kept, nothingKept } from "#tests/setup/imports";
import { type Member, newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { whoseOf } from "~/platform/session/whose.server";

withSources("export,instagram");
withSmallAccounts("mine");
const { world, faults } = sandbox;

afterEach(async () => {
  faults.clear();
  await settled();
});

const gone = "Your data has been erased";

const pressErase = ({ cookie }: Member, fields: Record<string, string> = {}) =>
  visit("/dashboard/erase-data", { method: "POST", cookie, body: new URLSearchParams(fields) });

/** Presses 'Erase my data', and waits for the letter that says so. */
async function erase(member: Member): Promise<void> {
  const { email } = member;
  const answer = await pressErase(member);
  expect(answer.status).toBe(302);
  await expect
    .poll(() => world.mails.filter(({ to }) => to.includes(email)).map(({ subject }) => subject))
    .toContain(gone);
}

/** Lets Instagram answer only once it is let go. */
function holdInstagram(times?: number): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  faults.set("instagram", { kind: "held", until: promise }, times);
  return () => {
    faults.clear("instagram");
    resolve();
  };
}

test("a connection that is still being made when all is erased never comes about", async () => {
  const member = await newMember();
  const path = await chooseAt(await begin(member), "mine");
  const letGo = holdInstagram();
  // The page stops waiting, connecting goes on.
  expect((await comeBack(path, member)).headers.get("location")).toContain("problem=slow");
  await erase(member);
  letGo();
  await settled();
  expect(await storedConnection(member)).toBeUndefined();
  expect(await kept(member)).toEqual({ imports: 0, ...nothingKept });
});

test.runIf(everyCase)("who comes back afterwards connects anew", async () => {
  const member = await newConnected("mine");
  await settled();
  await erase(member);
  const { beginSession } = await import("~/platform/session/session.server");
  const { cookie } = await beginSession({ ...member, validSince: 0 });
  const back = { ...member, cookie: cookie.split(";", 1)[0] ?? "" };
  expect((await connect(back, "mine")).headers.get("location")).toBe("/dashboard/connect");
  await settled();
  expect(await storedConnection(member)).toMatchObject({
    progress: { readAt: expect.any(Number) },
  });
  expect(await kept(member)).toMatchObject({ analyses: 1, profiles: 1 });
});

test("what a reading writes late does not survive it", async () => {
  const member = await newConnected("mine");
  await settled();
  const { readings } = await import("~/features/connection/services/outbox/reading.server");
  const { runEntry } = await import("~/platform/outbox/runner.server");
  await changeConnection(member, { dueAt: 1, leaseUntil: 0 });
  const letGo = holdInstagram();
  const reading = runEntry(readings as never, member.uid);
  await expect
    .poll(async () => Number((await storedConnection(member))?.leaseUntil))
    .toBeGreaterThan(Date.now());
  await erase(member);
  letGo();
  await reading;
  await settled();
  expect(await storedConnection(member)).toBeUndefined();
  expect(await storedPieces(member)).toEqual([]);
  expect(await kept(member)).toEqual({ imports: 0, ...nothingKept });
});

/** Sends an import up to its last bytes. @returns what sends these, and resolves to the answer's status */
async function openImport({ cookie }: Member) {
  const [file] = await exportOf(0);
  const form = new FormData();
  form.append("export", new Blob([file?.bytes ?? new Uint8Array()]), file?.name ?? "");
  const encoded = new Request("http://localhost:3000/", { method: "POST", body: form });
  const body = Buffer.from(await encoded.arrayBuffer());
  const outgoing = request({
    ...(await addressOfApp()),
    path: "/dashboard/import",
    method: "POST",
    headers: {
      host: "localhost:3000",
      cookie,
      origin: "http://localhost:3000",
      "sec-fetch-site": "same-origin",
      "content-type": encoded.headers.get("content-type") ?? "",
      "content-length": body.byteLength,
    },
  });
  const answered = new Promise<number>((resolve, reject) => {
    outgoing.on("response", (incoming) => {
      incoming.resume();
      resolve(incoming.statusCode ?? 0);
    });
    outgoing.on("error", reject);
  });
  outgoing.write(body.subarray(0, -100));
  return () => {
    outgoing.end(body.subarray(-100));
    return answered;
  };
}

test("an import that is still arriving when all is erased leaves nothing", async () => {
  const member = await newMember();
  const sendRest = await openImport(member);
  await expect.poll(async () => (await kept(member)).imports).toBe(1);
  await erase(member);
  // To sign-in, and not to an import.
  expect(await sendRest()).toBe(302);
  expect(await kept(member)).toEqual({ imports: 0, ...nothingKept });
});

test("pressed again, as its answer was lost, an erasure says what has become of it, and none begins anew", async () => {
  const member = await newMember();
  await erase(member);
  const letters = world.mails.length;
  const others = await pressErase(member, { whose: whoseOf(await newMember()) });
  expect([others.status, others.headers.get("location")]).toEqual([409, null]);
  const again = await pressErase(member);
  expect(again.headers.get("location")).toBe("/data-erasure/erased");
  expect(again.headers.getSetCookie().join()).toContain("session=;");
  await settled();
  expect(world.mails).toHaveLength(letters);

  faults.set("firestore", { kind: "hang" });
  const unknown = await pressErase(member);
  expect(unknown.status).toBe(503);
  expect(await unknown.text()).not.toContain("was not done");
});

test("an erasure pressed in a session that was ended otherwise is not done, and says so", async () => {
  const member = await newMember();
  await visit("/dashboard/log-out", {
    method: "POST",
    cookie: member.cookie,
    body: new URLSearchParams(),
  });
  const answer = await pressErase(member);
  expect(answer.headers.get("location")).toContain("/sign-in?ended=press");
});
