import { beforeAll, expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { daysApart } from "#tests/setup/days-apart";
import { agree, begin, comeBack, person } from "#tests/setup/google";
import { sandbox } from "#tests/setup/outside";
import { resetApp } from "#tests/setup/reset-app";

beforeAll(() => resetApp());
daysApart();

const newPopup = () => crypto.randomUUID().replaceAll("-", "");

/** As the page's script calls a popup off. */
const callOff = (popup: string, init: { client?: string; headers?: HeadersInit } = {}) =>
  visit("/sign-in/google", {
    method: "POST",
    body: new URLSearchParams({ popup }),
    redirect: "manual",
    ...init,
  });

test("a popup that was called off signs nobody in, and asks Google nothing", async () => {
  const popup = newPopup();
  const begun = await begin(`?popup=${popup}`);
  const answer = await callOff(popup);
  expect([answer.status, await answer.text()]).toEqual([204, ""]);
  sandbox.world.calls.length = 0;
  const back = await comeBack(agree(begun, person("rich")), begun.cookie);
  expect(back).toMatchObject({ isSignedIn: false });
  expect(back.location).toContain(`popup=${popup}&problem=invalid-credential`);
  expect(sandbox.world.calls.filter(({ system }) => system === "google")).toEqual([]);
});

test("also in another process, and if it begins after that", async () => {
  const popup = newPopup();
  await callOff(popup);
  resetApp();
  const begun = await begin(`?popup=${popup}`);
  expect(await comeBack(agree(begun, person("rich")), begun.cookie)).toMatchObject({
    isSignedIn: false,
  });
});

test("other popups and pages go on", async () => {
  const [first, second] = [newPopup(), newPopup()];
  const begun = await Promise.all([begin(`?popup=${first}`), begin(`?popup=${second}`), begin()]);
  await callOff(first);
  const [, ...others] = begun;
  for (const one of others)
    expect(await comeBack(agree(one, person("rich")), one.cookie)).toMatchObject({
      isSignedIn: true,
    });
});

test("called off after it has signed in, nothing changes", async () => {
  const popup = newPopup();
  const begun = await begin(`?popup=${popup}`);
  const back = await comeBack(agree(begun, person("rich")), begun.cookie);
  expect(back).toMatchObject({ isSignedIn: true });
  expect((await callOff(popup)).status).toBe(204);
  expect((await visit("/dashboard", { cookie: back.cookie, redirect: "manual" })).status).toBe(200);
});

test("only our own pages call off, and not without end", async () => {
  const popup = newPopup();
  const foreign = { headers: { origin: "https://evil.example" } };
  expect((await callOff(popup, foreign)).status).toBe(403);
  for (const odd of ["", "short", "<script>alert(1)</script>", "a".repeat(65)])
    expect((await callOff(odd)).status).toBe(400);
  const client = "192.0.2.77";
  for (let times = 0; times < 30; times += 1)
    expect((await callOff(newPopup(), { client })).status).toBe(204);
  expect((await callOff(newPopup(), { client })).status).toBe(429);
});
