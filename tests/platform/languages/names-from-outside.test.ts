import { expect, test } from "vitest";
import { memberWithAnalysis } from "#tests/setup/analyses";
import { visit } from "#tests/setup/app";
import { newMember } from "#tests/setup/member";
import { firestore } from "~/platform/store/firebase.server";

// A name's own order of letters must not turn what stands around it, nor be turned by it: with a bracket or a digit at
// its end, it would be.

const name = "שירה.(7)";

/** Elements that hold the name and do not set its direction apart. */
function unsetIn(html: string): string[] {
  const text = html
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<(script|style|title|option)\b[\s\S]*?<\/\1>/g, "");
  const holders = [...text.matchAll(/<([a-z0-9]+)([^>]*)>([^<]*)/g)].filter(([, , , inside = ""]) =>
    inside.includes(name),
  );
  expect(holders.length, "the name is shown").toBeGreaterThan(0);
  return holders
    .filter(([, tag, attributes = ""]) => tag !== "bdi" && !attributes.includes('dir="auto"'))
    .map(([all]) => all);
}

async function read(path: string, cookie: string, init: RequestInit = {}) {
  const answer = await visit(path, { cookie, ...init });
  return answer.text();
}

test("people of an analysis made here", async () => {
  const people = { fans: [{ username: name, since: 1_700_000_000 }] };
  const { cookie } = await memberWithAnalysis({ people });
  const asked = encodeURIComponent(name);
  expect(unsetIn(await read("/dashboard/analytics/fans", cookie))).toEqual([]);
  expect(unsetIn(await read(`/dashboard/analytics/fans?q=${asked}`, cookie))).toEqual([]);
});

test("people of the outside system", async () => {
  const { uid, cookie } = await newMember();
  const items = [
    { username: name, fullName: name },
    { username: "ana", fullName: name },
  ];
  await (await firestore()).doc(`profiles/${uid}`).set({
    _insights: { status: "completed" },
    _updatedAt: { _seconds: Math.floor(Date.now() / 1000) },
    _calculatedData: { audience: { secretFans: { totalValue: 2, items } } },
  });
  expect(unsetIn(await read("/dashboard/analytics/secretFans", cookie))).toEqual([]);
  await visit("/dashboard/analytics/secretFans", {
    cookie,
    method: "POST",
    body: new URLSearchParams({ press: "hide", username: name }),
  });
  expect(unsetIn(await read("/dashboard/analytics/hidden", cookie))).toEqual([]);
});
