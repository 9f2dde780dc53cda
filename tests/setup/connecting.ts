import { beforeAll, beforeEach, vi } from "vitest";
import { type AccountPlan, planOf } from "#sandbox/instagram/plan.ts";
import { sandbox } from "#tests/setup/outside";
import { firestore } from "~/platform/store/firebase.server";
import { visit } from "./app.ts";
import { type Member, newMember } from "./member.ts";
import { resetApp } from "./reset-app.ts";
import { visibleText } from "./visible-text.ts";

export const page = "/dashboard/connect";

/** Turns the sources on for a test file. */
export function withSources(sources: string): void {
  beforeAll(() => {
    vi.stubEnv("ANALYSIS_SOURCES", sources);
    resetApp();
  });
}

/** Accounts of four posts, which are read in no time, for tests of what becomes of a connection. */
export function withSmallAccounts(
  ...accounts: (string | (Partial<AccountPlan> & { key: string }))[]
): void {
  beforeEach(() => {
    for (const [index, account] of accounts.entries()) {
      const plan = typeof account === "string" ? { key: account } : account;
      const small = { seed: 70 + index, age: 14, postsPerWeek: 2 };
      sandbox.world.instagram.addAccount(planOf({ ...small, ...plan }));
    }
  });
}

export const press = (
  { cookie }: Pick<Member, "cookie">,
  name: string,
  init: RequestInit & { silent?: boolean } = {},
): Promise<Response> =>
  visit(page, { method: "POST", body: new URLSearchParams({ press: name }), cookie, ...init });

/** Presses 'Connect with Instagram'. @returns Instagram's page, to which the answer leads */
export async function begin(member: Pick<Member, "cookie">): Promise<URL> {
  const answer = await press(member, "connect");
  return new URL(answer.headers.get("location") ?? "about:blank");
}

/** Chooses an account on Instagram's page. @returns the path and query of the callback, as a browser requests it */
export async function chooseAt(
  authorize: URL,
  account: string,
  fields: Record<string, string> = {},
): Promise<string> {
  const answer = await fetch(authorize, {
    method: "POST",
    body: new URLSearchParams({ account, ...fields }),
    redirect: "manual",
  });
  const back = new URL(answer.headers.get("location") ?? "about:blank");
  return back.pathname + back.search;
}

/** As Instagram sends a browser to the callback: from another site, with no origin. */
export const comeBack = (path: string, { cookie }: Pick<Member, "cookie">): Promise<Response> =>
  visit(path, {
    cookie,
    headers: { "sec-fetch-site": "cross-site", referer: "https://www.instagram.com/" },
  });

/** The whole round trip. @returns the callback's answer */
export async function connect(
  member: Member,
  account: string,
  fields: Record<string, string> = {},
): Promise<Response> {
  return comeBack(await chooseAt(await begin(member), account, fields), member);
}

export async function newConnected(account: string): Promise<Member> {
  const member = await newMember();
  const answer = await connect(member, account);
  if (answer.headers.get("location") !== page)
    throw new Error(`not connected: ${answer.headers.get("location")}`);
  return member;
}

/** The page's text, as a browser without JavaScript shows it. */
export async function read({ cookie }: Pick<Member, "cookie">, path = page): Promise<string> {
  return visibleText(await (await visit(path, { cookie })).text());
}

type Fields = Record<string, Record<string, unknown>> & Record<string, unknown>;

/** `connections/{uid}`, undefined without one. */
export async function storedConnection({ uid }: Pick<Member, "uid">): Promise<Fields | undefined> {
  const found = await (await firestore()).doc(`connections/${uid}`).get();
  return found.data() as Fields | undefined;
}

/** Changes fields of `connections/{uid}`, in dots: `progress.readAt`. */
export async function changeConnection(
  { uid }: Pick<Member, "uid">,
  fields: Record<string, unknown>,
): Promise<void> {
  await (await firestore()).doc(`connections/${uid}`).update(fields);
}

/** Pieces of what a connection gave, by their documents' names. */
export async function storedPieces({ uid }: Pick<Member, "uid">): Promise<string[]> {
  const pieces = (await firestore()).collection("connectionPieces").where("uid", "==", uid);
  return (await pieces.get()).docs.map(({ id }) => id);
}

/** An import of which only the account and the state matter. @returns its id */
export async function keepImport(
  { uid }: Pick<Member, "uid">,
  account: string,
  state: "used" | "refused" = "used",
): Promise<string> {
  const id = crypto.randomUUID();
  const window = { from: 0, to: null };
  await (await firestore()).doc(`imports/${id}`).set({
    uid,
    state,
    startedAt: new Date(),
    aliveAt: new Date(),
    takenAt: Date.now(),
    account,
    counts: { followers: 0, following: 0, skipped: 0 },
    found: ["followers"],
    digest: "",
    unreadable: {},
    unknownLabels: [],
    followersShown: null,
    problems: [],
    window,
    decision: null,
    pieces: 0,
    readings: null,
  });
  return id;
}

/** Waits for what the app of the last `visit` does in the background. */
export async function settled(): Promise<void> {
  const { backgroundSettled } = await import("~/platform/work/background.server");
  await backgroundSettled();
}
