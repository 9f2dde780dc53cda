import { visit } from "./app.ts";
import { type Ceremony, makePasskey, type SoftPasskey, signWith } from "./authenticator.ts";
import type { Member } from "./member.ts";
import { visibleText } from "./visible-text.ts";

const security = "/dashboard/security";

type Fields = Record<string, string>;
interface Sender {
  cookie: string;
  client?: string;
}

const post = (path: string, fields: Fields, sender: Partial<Sender> = {}) =>
  visit(path, { ...sender, method: "POST", body: new URLSearchParams(fields) });

/** A press of the security page. */
export const press = (member: Pick<Member, "cookie">, fields: Fields) =>
  post(security, fields, { cookie: member.cookie });

export const askForOptions = (member: Pick<Member, "cookie">, fields: Fields = {}) =>
  post(`${security}/passkey-options`, { answer: "", ...fields }, { cookie: member.cookie });

/** Has a passkey made for a member's session. */
export async function begin(member: Pick<Member, "cookie">, ceremony?: Ceremony) {
  const options = await (await askForOptions(member)).json();
  const { passkey, answer } = makePasskey(options, ceremony);
  const fields = {
    press: "passkey-add",
    answer: JSON.stringify(answer),
    userHandle: passkey.userHandle,
    name: "My phone",
  };
  return { passkey, fields, options };
}

/** Adds a passkey to a member's account. */
export async function addPasskey(
  member: Pick<Member, "cookie">,
  ceremony?: Ceremony,
): Promise<SoftPasskey> {
  const { passkey, fields } = await begin(member, ceremony);
  const answer = await press(member, fields);
  if (answer.status !== 303) throw new Error(`${answer.status}: ${await said(answer)}`);
  return passkey;
}

export interface Asked extends Sender {
  challenge: string;
}

/** A challenge, and the cookie of the browser that it is for. */
export async function newChallenge(): Promise<Asked> {
  const answer = await post("/sign-in/passkey/challenge", { answer: "" });
  const { challenge } = (await answer.json()) as { challenge: string };
  const cookie = answer.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
  return { challenge, cookie };
}

/** Posts what an authenticator answered. */
export const postAnswer = (answer: unknown, sender: Sender, query = "") =>
  post(
    `/sign-in/passkey${query}`,
    { answer: typeof answer === "string" ? answer : JSON.stringify(answer) },
    { cookie: sender.cookie, ...(sender.client && { client: sender.client }) },
  );

/** A whole sign-in with a passkey. */
export async function signInWith(passkey: SoftPasskey, ceremony?: Ceremony) {
  const asked = await newChallenge();
  return postAnswer(signWith(passkey, asked.challenge, ceremony), asked);
}

export const hasSession = (answer: Response) =>
  answer.headers.getSetCookie().some((cookie) => /^session=[^;]{20}/.test(cookie));

/** Status, whether somebody got in, and what the page says. */
export async function outcome(answer: Response) {
  return { status: answer.status, isIn: hasSession(answer), says: await said(answer) };
}

/** What a page says in its alert. */
async function said(answer: Response): Promise<string> {
  const html = await answer.text();
  const [, alert = ""] = /role="alert" tabindex="-1"[^>]*>(.*?)<\/div>/s.exec(html) ?? [];
  return visibleText(`<body>${alert}`).trim();
}
