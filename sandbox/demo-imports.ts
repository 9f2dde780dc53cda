import { demoExports } from "./demo-exports.ts";
import { type UploadFile, wholeFile } from "./histories/export-zip.ts";
import type { Person } from "./person.ts";

/**
 * Chooses a person's language, imports their exports and connects their account through the app's pages, so that what is kept is what the app
 * keeps. Whoever has forty exports is left to `bringFortyOf`.
 * @throws Error where the app does not take one of them
 */
export async function bringFiguresOf(person: Person, appOrigin: string): Promise<void> {
  const { imports, connects, language } = person;
  if (imports === "forty" || (imports === "none" && !connects && !language)) return;
  const session = await signIn(person, appOrigin);
  if (language) await post(`${appOrigin}/language`, new URLSearchParams({ language }), session);
  for (const file of demoExports(imports, Math.floor(Date.now() / 1000)))
    await importOne(file, appOrigin, session);
  if (connects) await connect(connects, appOrigin, session);
}

/** The app takes 30 imports of a person within an hour, and counts them in its process. */
const importsOfProcess = 25;

/**
 * As `bringFiguresOf`, with forty exports: through short-lived processes of the app.
 * @param startApp starts another process of the app
 */
export async function bringFortyOf(
  person: Person,
  appOrigin: string,
  startApp: () => Promise<{ origin: string; stop: () => Promise<void> }>,
): Promise<void> {
  const exports = demoExports(person.imports, Math.floor(Date.now() / 1000));
  for (let from = 0; from < exports.length; from += importsOfProcess) {
    const app = await startApp();
    try {
      const session = await signIn(person, app.origin);
      for (const file of exports.slice(from, from + importsOfProcess))
        await importOne(file, app.origin, session);
    } finally {
      await app.stop();
    }
  }
  if (person.connects) await connect(person.connects, appOrigin, await signIn(person, appOrigin));
}

/** The round trip of a browser. */
async function connect(account: string, appOrigin: string, cookie: string): Promise<void> {
  const page = `${appOrigin}/dashboard/connect`;
  const sent = await post(page, new URLSearchParams({ press: "connect" }), cookie);
  const authorize = sent.headers.get("Location");
  if (!authorize) throw new Error(`nothing to connect at: ${sent.status}`);
  const answer = await fetch(authorize, {
    method: "POST",
    body: new URLSearchParams({ account }),
    redirect: "manual",
  });
  const back = answer.headers.get("Location");
  if (!back) throw new Error(`Instagram sent nobody back: ${answer.status}`);
  const headers = { accept: "text/html", cookie, "sec-fetch-site": "cross-site" };
  const connected = await fetch(back, { headers, redirect: "manual" });
  if (connected.headers.get("Location") !== "/dashboard/connect")
    throw new Error(`not connected: ${connected.status}`);
}

/** @returns the session's cookie */
export async function signIn({ email, password }: Person, appOrigin: string): Promise<string> {
  const response = await post(`${appOrigin}/sign-in`, new URLSearchParams({ email, password }));
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0]);
  if (response.status >= 400 || cookies.length === 0)
    throw new Error(`${email} could not sign in: ${response.status}`);
  return cookies.join("; ");
}

async function importOne(file: UploadFile, appOrigin: string, cookie: string): Promise<void> {
  const form = new FormData();
  form.set("export", new Blob([await wholeFile(file)]), file.name);
  const sent = await post(`${appOrigin}/dashboard/import`, form, cookie);
  const address = sent.headers.get("Location");
  if (sent.status !== 303 || address === null)
    throw new Error(`${file.name} was not imported: ${sent.status}`);
  const page = new URL(address, appOrigin).href;
  const { state } = await readJson(page, cookie);
  if (state === "held") await post(page, new URLSearchParams({ press: "use" }), cookie);
  const { state: finalState, problems } = await readJson(page, cookie);
  if (finalState !== "used")
    throw new Error(`${file.name} is ${finalState}, because of ${problems?.join(", ")}`);
}

async function readJson(address: string, cookie: string) {
  const response = await fetch(address, { headers: { accept: "application/json", cookie } });
  return (await response.json()) as { state?: string; problems?: string[] };
}

/** Posts as a page's own form in a browser does. */
function post(address: string, body: URLSearchParams | FormData, cookie = ""): Promise<Response> {
  return fetch(address, {
    method: "POST",
    redirect: "manual",
    headers: {
      accept: "text/html",
      cookie,
      origin: new URL(address).origin,
      "sec-fetch-site": "same-origin",
    },
    body,
  });
}
