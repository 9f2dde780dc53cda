import { beforeEach, expect, test } from "vitest";
import { type SoftPasskey, signWith } from "#tests/setup/authenticator";
import { everyCase } from "#tests/setup/cases";
import { type Member, newMember } from "#tests/setup/member";
import {
  addPasskey,
  hasSession,
  newChallenge,
  outcome,
  postAnswer,
  signInWith,
} from "#tests/setup/passkeys";
import { passkeyRefusals } from "~/features/ways-in/services/passkeys/sign-in.server";
import { passkeysOf } from "~/features/ways-in/store/passkeys.server";
import { inFirestore } from "~/platform/store/firestore.server";

let member: Member;
let passkey: SoftPasskey;
beforeEach(async () => {
  member = await newMember();
  passkey = await addPasskey(member);
});

const rubbish: readonly unknown[] = [undefined, null, 0, "", "💃", "AAAA", "A".repeat(20_000), []];

test("rubbish in any field lets nobody in, and is said", async () => {
  const asked = await newChallenge();
  const honest = signWith(passkey, asked.challenge);
  const places: readonly string[][] = [
    [],
    ["id"],
    ["type"],
    ["response"],
    ...Object.keys(honest.response).map((name) => ["response", name]),
  ];
  // Each place with some, each of them in some places.
  for (const [at, place] of places.entries())
    for (const value of rubbish.filter((_, index) => everyCase || (at + index) % 4 === 0)) {
      const answer = await outcome(await postAnswer(replaced(honest, place, value), asked));
      expect([place, value, answer]).toEqual([
        place,
        value,
        { status: 401, isIn: false, says: expect.stringMatching(/\w{4}/) },
      ]);
    }
  for (const text of ["", "{", "[".repeat(15_000), "null", "\ud800"])
    expect(await outcome(await postAnswer(text, asked))).toMatchObject({
      status: 401,
      says: passkeyRefusals.malformed,
    });
  expect(hasSession(await postAnswer(honest, asked))).toBe(true);
});

/** A copy with another value at a place. */
function replaced(whole: object, [name, ...rest]: string[], value: unknown): unknown {
  if (name === undefined) return value ?? null;
  const inside = (whole as Record<string, unknown>)[name];
  return {
    ...whole,
    [name]: rest.length > 0 ? replaced(inside as object, rest, value) : value,
  };
}

const rotten: [field: string, value: unknown][] = [
  ["publicKey", "AAAA"],
  ["publicKey", "💃"],
  ["publicKey", null],
  ["counter", "many"],
  ["uid", ""],
  ["credentialId", "another"],
  ["suspectAt", "yesterday"],
  ["userHandle", 7],
];
// The others are of a wrong shape, too, as the counter is.
const telling = rotten.filter(([, value]) => ["AAAA", "many", "another"].includes(String(value)));
test.each(everyCase ? rotten : telling)(
  "a document with a rotten %s (%s) harms only itself",
  async (field, value) => {
    const owner = await newMember();
    const [odd, good] = [await addPasskey(owner), await addPasskey(owner)];
    const [{ key } = { key: "" }] = await passkeysOf(owner.uid);
    await inFirestore("write", (database) =>
      database
        .collection("passkeys")
        .doc(key)
        .update({ [field]: value }),
    );
    expect(await outcome(await signInWith(odd))).toMatchObject({ status: 401, isIn: false });
    expect(hasSession(await signInWith(good))).toBe(true);
  },
);

test("one client has 15 tries a minute; a browser that the account knows has its own", async () => {
  const client = "203.0.113.77";
  const unknown = { ...passkey, id: "AAAAAAAAAAAAAAAAAAAAAA" };
  const asked = await newChallenge();
  const tries = [];
  for (let count = 0; count < 16; count++)
    tries.push((await postAnswer(signWith(unknown, asked.challenge), { ...asked, client })).status);
  expect(tries).toEqual([...Array(15).fill(401), 429]);

  const known = await signInWith(passkey);
  const device = known.headers.getSetCookie().find((cookie) => cookie.startsWith("device="));
  const again = await newChallenge();
  const cookie = `${again.cookie}; ${device?.split(";", 1)[0]}`;
  const limited = await postAnswer(signWith(passkey, again.challenge), { ...again, client });
  expect(limited.status).toBe(429);
  expect(limited.headers.get("retry-after")).toMatch(/^\d+$/);
  const last = await newChallenge();
  const lastCookie = cookie.replace(again.cookie, last.cookie);
  expect(
    hasSession(await postAnswer(signWith(passkey, last.challenge), { cookie: lastCookie, client })),
  ).toBe(true);
});
