import { expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { mailsTo } from "#tests/setup/letters";
import { type Member, newMember } from "#tests/setup/member";
import { visibleText } from "#tests/setup/visible-text";
import { backgroundSettled } from "~/services/background.server";

const page = "/dashboard/security";

const press = ({ cookie }: Member, fields: Record<string, string>, init: RequestInit = {}) =>
  visit(page, { method: "POST", body: new URLSearchParams(fields), cookie, ...init });
const read = async ({ cookie }: Member, query = "") =>
  visibleText(await (await visit(page + query, { cookie })).text());

test("the page shows the ways in, no sign-in yet, and nothing that stands in its address", async () => {
  const member = await newMember();
  const text = await read(member, "?done=<b>hacked</b>");
  for (const words of [
    member.email,
    "Password",
    "Not linked",
    "Link by email",
    "None is noted yet",
  ])
    expect(text).toContain(words);
  expect(text).not.toContain("hacked");
});

test("signing out everywhere ends this session, says so, and sends one letter", async () => {
  const member = await newMember();
  const answer = await press(member, { press: "sign-out-everywhere" });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/sign-in?everywhere=1"]);
  expect(visibleText(await (await visit("/sign-in?everywhere=1")).text())).toContain(
    "You are signed out everywhere.",
  );
  const again = await visit("/dashboard", { cookie: member.cookie });
  expect(again.headers.get("location")).toBe("/sign-in");
  await backgroundSettled();
  expect(mailsTo(member).map(({ subject }) => subject)).toEqual(["You were signed out everywhere"]);
});
