import { expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { begin, withSources } from "#tests/setup/connecting";
import {
  exportOf,
  importInto,
  type Member,
  newMember,
  pageAt,
  profileOf,
  send,
} from "#tests/setup/imports";
import { login } from "#tests/setup/instagram";
import { firestore } from "~/platform/store/firebase.server";

withSources("outside,export,instagram");

const rotten = { _insights: { status: "complete" } };
const ours = { ...rotten, _source: "built-in" };

async function withProfile(document: object): Promise<Member> {
  const member = await newMember();
  await spoil(member, document);
  return member;
}

const spoil = async ({ uid }: Member, document: object) =>
  (await firestore()).doc(`profiles/${uid}`).set(document);

const hide = ({ cookie }: Member, username: string) =>
  visit("/dashboard/analytics/hidden", {
    method: "POST",
    body: new URLSearchParams({ press: "hide", username }),
    cookie,
  });

test("a profile of ours that cannot be read keeps nobody from importing, which replaces it", async () => {
  const member = await withProfile(ours);
  expect(await pageAt(member, "/dashboard/import")).toContain("Choose");
  expect((await importInto(member, await exportOf(0))).state).toBe("used");
  expect(await profileOf(member)).toMatchObject({ _insights: { status: "completed" } });
  expect(await pageAt(member, "/dashboard/analytics/fans")).toContain("Your fans");
});

test("nor from hiding somebody, which replaces it, too", async () => {
  const member = await newMember();
  await importInto(member, await exportOf(0));
  const fans = await (
    await visit("/dashboard/analytics/fans.csv", { cookie: member.cookie })
  ).text();
  const [, name = ""] = /^"?([\w.]+)/m.exec(fans.split("\n")[1] ?? "") ?? [];
  await spoil(member, ours);
  expect((await hide(member, name)).status).toBe(303);
  expect(await profileOf(member)).toMatchObject({ _insights: { status: "completed" } });
  expect(await pageAt(member, "/dashboard/analytics/hidden")).toContain(name);
});

test("nor from connecting", async () => {
  const member = await withProfile(ours);
  expect(await pageAt(member, "/dashboard/connect")).not.toContain("cannot reach");
  expect((await begin(member)).href).toContain(login);
});

test("one of the outside system's stays as it is, whether or not it can be read", async () => {
  const member = await withProfile(rotten);
  expect((await send(member, await exportOf(0))).status).toBe(409);
  expect(await profileOf(member)).toEqual(rotten);
});
