import { createHash } from "node:crypto";
import { z } from "zod";
import { keptLanguage } from "~/platform/languages/languages.server";
import { cookieName, ownCookie } from "~/platform/session/session.server";
import { sealedPurposes } from "~/platform/tokens/purposes";
import { seal, unseal } from "~/platform/tokens/tokens.server";

const attempt = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** Epoch milliseconds. */
  until: z.number(),
  /** Where to go afterwards, a path of this app. */
  target: z.string(),
  /** The channel on which the popup answers; null where it is a page. Each popup is for one sign-in. */
  popup: z.string().nullable(),
  /** The language of the page where it began: Google leads back to one address for all languages. */
  language: keptLanguage,
});
/** A sign-in with Google that this browser has begun. */
export type KeptAttempt = z.output<typeof attempt>;

const prefix = cookieName("google-");

/** So many sign-ins may be open in one browser at once, in several tabs. */
const maxOpen = 4;

const cookieOf = (name: string) =>
  ownCookie(name, sealedPurposes["google sign-in cookie"].lifetime);

/** A cookie for each, so that two that begin at once do not overwrite each other. */
const nameOf = (state: string) =>
  prefix + createHash("sha256").update(state).digest("hex").slice(0, 16);

/** The Set-Cookie values that keep an attempt. Only this browser can end it. */
export async function keepAttempt(request: Request, kept: KeptAttempt): Promise<string[]> {
  const others = await Promise.all(
    namesIn(request).map(async (name) => ({
      name,
      until: (await read(request, name))?.until ?? 0,
    })),
  );
  const surplus = others.sort((a, b) => b.until - a.until).slice(maxOpen - 1);
  const sealed = await seal("google sign-in cookie", { ...kept });
  return Promise.all([
    cookieOf(nameOf(kept.state)).serialize(sealed),
    ...surplus.map(({ name }) => clear(name)),
  ]);
}

/** The attempt of a state, if this browser has begun it. */
export async function attemptOf(request: Request, state: string): Promise<KeptAttempt | undefined> {
  const found = await read(request, nameOf(state));
  return found?.state === state ? found : undefined;
}

/** The Set-Cookie value that ends an attempt. */
export const forgetAttempt = ({ state }: KeptAttempt) => clear(nameOf(state));

const clear = (name: string) => cookieOf(name).serialize("", { maxAge: 0 });

const namesIn = (request: Request) =>
  (request.headers.get("cookie") ?? "")
    .split(/; */)
    .map((pair) => pair.split("=", 1)[0] ?? "")
    .filter((name) => name.startsWith(prefix) && /^[\da-f]{16}$/.test(name.slice(prefix.length)));

async function read(request: Request, name: string): Promise<KeptAttempt | undefined> {
  const value: unknown = await cookieOf(name).parse(request.headers.get("cookie"));
  if (typeof value !== "string") return undefined;
  const opened = await unseal("google sign-in cookie", value, attempt);
  return "claims" in opened ? opened.claims : undefined;
}
