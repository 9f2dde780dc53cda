import { expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { few } from "#tests/setup/cases";
import { exportOf, importInto, newMember, press, withExports } from "#tests/setup/imports";

withExports();

const firestoreRefuses = ["a%2Fb", "%2F", "..%2F", "__x__", "x".repeat(1_600)];

test("addresses that Firestore would refuse are pages that are not there, and no outage", async () => {
  const [member, other] = [await newMember(), await newMember()];
  const { id } = await importInto(other, await exportOf(0));
  // Five failures in a row would close Firestore to everybody.
  for (const odd of few(firestoreRefuses, 3)) {
    const path = `/dashboard/import/${odd}`;
    const headers = { accept: "application/json" };
    expect((await visit(path, { cookie: member.cookie })).status).toBe(404);
    expect((await visit(path, { cookie: member.cookie, headers })).status).toBe(404);
    expect((await press(member, odd, "discard")).status).toBe(404);
  }
  expect((await visit(`/dashboard/import/${id}`, { cookie: other.cookie })).status).toBe(200);
});
