import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { instagramApp } from "../../sandbox/instagram/instagram.ts";
import { everyCase, few } from "../setup/cases.ts";
import { startReportingStack } from "../setup/error-reports.ts";
import type { Stack } from "../setup/stack.ts";
import { wholeLog } from "./log.ts";
import { signInAs } from "./requests.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startReportingStack({ ANALYSIS_SOURCES: "outside,export,instagram" });
});
afterAll(() => stack.stop());

/** What the browser, the log, events, reports, mails and Firestore were told, and what of it must be nowhere. */
const told: string[] = [];
const codes: string[] = [];

const page = "/dashboard/connect";
const uid = "uid-creator";

/** Requests an address, and keeps all of the answer. */
async function visit(path: string, cookie: string, form?: Record<string, string>) {
  const { origin } = stack;
  const answer = await fetch(origin + path, {
    redirect: "manual",
    headers: { cookie, ...(form && { origin }) },
    ...(form && { method: "POST", body: new URLSearchParams(form) }),
  });
  const text = await answer.text();
  told.push(JSON.stringify([...answer.headers]), text);
  return answer;
}

/** Begins, and chooses an account at Instagram. @returns the callback's path */
async function chosen(cookie: string, account: string): Promise<string> {
  const begun = await visit(page, cookie, { press: "connect" });
  const answer = await fetch(begun.headers.get("location") ?? "", {
    method: "POST",
    body: new URLSearchParams({ account }),
    redirect: "manual",
  });
  const back = new URL(answer.headers.get("location") ?? "about:blank");
  codes.push(back.searchParams.get("code") ?? "");
  return back.pathname + back.search;
}

const connection = () => stack.sandbox.firestore.read(`connections/${uid}`);

const collections = [
  "connections",
  "connectionPieces",
  "disconnections",
  "usedStates",
  "profiles",
  "analyses",
  "analysisLists",
  "subscribers",
  "endedSessions",
];

test("the app's secret, codes and tokens stand nowhere but in the encrypted field", async () => {
  const { sandbox } = stack;
  const { instagram } = sandbox.world;
  const cookie = await signInAs(stack.origin, "creator");

  // Instagram's failures quote the token in their messages.
  for (const call of ["exchange", "long-lived", "me"] as const)
    for (const code of few([190, 10, 4, 2, 100], 2)) {
      const path = await chosen(cookie, "few-posts");
      instagram.failures.set(call, { code, message: `about ${codes.at(-1)}` }, { times: 1 });
      await visit(path, cookie);
      instagram.failures.clear();
    }
  for (const fault of [
    { kind: "malformed" },
    { kind: "status", status: 500 },
    { kind: "reset" },
  ] as const) {
    const path = await chosen(cookie, "few-posts");
    sandbox.faults.set("instagram", fault);
    await visit(path, cookie);
    sandbox.faults.clear();
    // Without a session, with another one, and by Remix's own script.
    await visit(path, "");
    await visit(path.replace("?", ".data?"), cookie);
  }
  // The breaker is closed again.
  await vi.waitFor(
    async () => {
      const answer = await visit(await chosen(cookie, "few-posts"), cookie);
      expect(answer.headers.get("location")).toBe(page);
    },
    { timeout: 20_000, interval: 2_000 },
  );
  await vi.waitFor(
    () => expect(connection()).toMatchObject({ progress: { begunAt: null } }),
    30_000,
  );
  await visit(page, cookie);
  await visit("/dashboard/analytics", cookie);
  const copy = await visit("/dashboard/my-data", cookie);
  expect(copy.status).toBe(200);
  expect(told.at(-1)).toContain("instagramConnection");

  const sealed = String((connection() as { payload: { token: string } }).payload.token);
  expect(sealed).toMatch(/^eyJ/);
  const kept = () =>
    JSON.stringify(
      collections.map((name) => sandbox.firestore.readAll(name)),
      (_, value) => (value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : value),
    );
  const stores = [kept()];
  // Withdrawn, with the token in Instagram's own words, then disconnected.
  await fetch(`${stack.origin}/instagram/deauthorize`, {
    method: "POST",
    body: new URLSearchParams({ signed_request: instagram.signedRequest("few-posts") }),
  });
  await vi.waitFor(() => expect(sandbox.world.mails).not.toHaveLength(0), 60_000);
  stores.push(kept());
  await visit(page, cookie, { press: "disconnect" });
  await vi.waitFor(() => expect(connection()).toBeUndefined(), 60_000);
  stores.push(kept());

  const log = await wholeLog(stack);
  const elsewhere = [
    log,
    ...told,
    ...sandbox.world.envelopes,
    JSON.stringify(sandbox.world.events),
    JSON.stringify(sandbox.world.mails),
    JSON.stringify(sandbox.world.calls.filter(({ system }) => system !== "instagram")),
  ];
  const tokens = [...instagram.tokens.all.keys()];
  expect(tokens.length).toBeGreaterThan(everyCase ? 10 : 5);
  expect(codes.length).toBeGreaterThan(everyCase ? 15 : 8);
  const secrets = [instagramApp.secret, sandbox.env.TOKEN_KEYS ?? "none", ...tokens, ...codes];
  // Cut, too: a log line may be.
  const found = secrets.filter((secret) =>
    [...elsewhere, ...stores].some((text) => text.includes(secret.slice(0, 24))),
  );
  expect(found).toEqual([]);
  // The sealed token is the app's alone: it stands in Firestore, and in the first state only.
  expect(elsewhere.filter((text) => text.includes(sealed.slice(0, 60)))).toEqual([]);
  expect(stores.map((text) => text.includes(sealed))).toEqual([true, false, false]);
  // Nor do usernames and ids stand in the log.
  const { userId, appScopedId, username } = instagram.account("few-posts");
  for (const personal of [userId, appScopedId, username]) expect(log).not.toContain(personal);
});
