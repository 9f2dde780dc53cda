import { afterEach, describe, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import {
  newConnected,
  read,
  settled,
  storedConnection,
  storedPieces,
  withSources,
} from "#tests/setup/connecting";
import { newMember } from "#tests/setup/member";
import { resetApp } from "#tests/setup/reset-app";
import { firestore } from "~/platform/store/firebase.server";

withSources("outside,export,instagram");
afterEach(settled);

test("the download has the connection and what it gave, and no token", async () => {
  const member = await newConnected("few-posts");
  await settled();
  const sealed = String((await storedConnection(member))?.payload?.token);
  const text = await (await visit("/dashboard/my-data", { cookie: member.cookie })).text();
  const copy = JSON.parse(text);
  expect(copy.instagramConnection).toMatchObject({ username: "few.posts", isConnected: true });
  expect(copy.instagramReading).toMatchObject({ username: "few.posts" });
  expect(copy.instagramReading.posts.length).toBeGreaterThan(0);
  expect(text).not.toContain(sealed);
  expect(copy.instagramConnection).not.toHaveProperty("token");
});

test("an erasure takes the connection, its pieces and the profile", async () => {
  const member = await newConnected("few-posts");
  await settled();
  expect(await storedPieces(member)).not.toEqual([]);
  const { requestErasure } = await import("~/features/own-data/services/erasure.server");
  const { uid, email } = member;
  expect(await requestErasure({ uid, email })).toEqual({ outcome: "erased" });
  await settled();
  expect(await storedConnection(member)).toBeUndefined();
  expect(await storedPieces(member)).toEqual([]);
  expect((await (await firestore()).doc(`profiles/${uid}`).get()).exists).toBe(false);
});

describe("the ways in", () => {
  test("with both sources a fresh subscriber is offered the import first, then the connection", async () => {
    const text = await read(await newMember(), "/dashboard");
    expect(text.indexOf("Import my export")).toBeGreaterThan(0);
    expect(text.indexOf("Or connect your Instagram account")).toBeGreaterThan(
      text.indexOf("Import my export"),
    );
    expect(text).toContain("Instagram connection");
  });

  test("who belongs to the outside system is offered neither", async () => {
    const member = await newMember();
    await (await firestore()).doc(`profiles/${member.uid}`).set({ _insights: { status: "idle" } });
    const text = await read(member, "/dashboard");
    expect(text).not.toContain("Instagram connection");
    expect(text).not.toContain("Or connect");
  });

  test("with the connection alone it is the first step, and there is no import", async () => {
    vi.stubEnv("ANALYSIS_SOURCES", "instagram");
    resetApp();
    const member = await newMember();
    const home = await read(member, "/dashboard");
    expect(home).toContain("Connect Instagram");
    expect(home).not.toContain("Import my export");
    expect(await read(member)).not.toContain("Import my export");
    expect((await visit("/dashboard/import", { cookie: member.cookie })).status).toBe(404);
    vi.stubEnv("ANALYSIS_SOURCES", "outside,export,instagram");
    resetApp();
  });
});

test("the privacy policy tells of the connection only where there is one", async () => {
  const said = "The connection to your Instagram account.";
  expect(await read({ cookie: "" }, "/privacy")).toContain(said);
  vi.stubEnv("ANALYSIS_SOURCES", "outside,export");
  resetApp();
  const text = await read({ cookie: "" }, "/privacy");
  expect(text).not.toContain(said);
  expect(text).not.toMatch(/only instagram|-->/);
});
