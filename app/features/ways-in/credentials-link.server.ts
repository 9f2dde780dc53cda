import { z } from "zod";
import { currentSubscriber } from "~/features/account/guards.server";
import { cookieName, ownCookie } from "~/platform/session/session.server";
import { sealedPurposes } from "~/platform/tokens/purposes";
import { seal, unseal } from "~/platform/tokens/tokens.server";
import { parseJson } from "~/platform/values/json";
import { isEmail } from "~/platform/values/validation";

const payload = z.object({
  email: z.string().trim().refine(isEmail),
  password: z.string().max(1_000).default(""),
});

/** The content of a credentials link (docs/product.md#credentials-link). */
export type Credentials = z.infer<typeof payload>;

/**
 * Decodes a `creds` value (docs/product.md#credentials-link): JSON in base64 or base64url. Either the JSON or the base64 may also be URI-encoded.
 * @returns undefined for anything else
 */
export function decodeCredentials(creds: string): Credentials | undefined {
  if (creds.length > 8_192) return undefined;
  for (const base64 of [creds, unescapeUri(creds)]) {
    // A plus sign that was not URI-encoded arrives as a space.
    const encoded = base64?.replace(/ /g, "+") ?? "";
    if (!/^[\w+/-]+={0,2}$/.test(encoded)) continue;
    const bytes = Buffer.from(encoded, "base64");
    for (const text of [readText(bytes), unescapeUri(readText(bytes))]) {
      const credentials = text && payload.safeParse(parseJson(text).value).data;
      if (credentials) return credentials;
    }
  }
  return undefined;
}

/** Most senders encode UTF-8. `btoa` in a browser encodes Latin-1. */
function readText(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString("latin1");
  }
}

function unescapeUri(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const cookie = ownCookie(cookieName("credentials"), sealedPurposes["credentials cookie"].lifetime);

/**
 * Where an address with `creds` leads: to itself without it. Visitors get a cookie that carries the credentials to the
 * sign-in form for two minutes (docs/product.md#credentials-link).
 */
export async function addressWithoutCreds(
  request: Request,
): Promise<{ location: string; cookie?: string }> {
  const url = new URL(request.url);
  const credentials = decodeCredentials(url.searchParams.get("creds") ?? "");
  url.searchParams.delete("creds");
  const location = url.pathname + url.search;
  if (!credentials || (await currentSubscriber(request))) return { location };
  const sealed = await seal("credentials cookie", { ...credentials });
  return { location, cookie: await cookie.serialize(sealed) };
}

/** The credentials in the request's cookie. */
export async function readCredentialsCookie(request: Request): Promise<Credentials | undefined> {
  const value: unknown = await cookie.parse(request.headers.get("cookie"));
  if (typeof value !== "string") return undefined;
  const opened = await unseal("credentials cookie", value, payload);
  return "claims" in opened ? opened.claims : undefined;
}

/** The Set-Cookie value that removes it, so that no form is filled after a log-out. */
export const clearCredentialsCookie = (): Promise<string> => cookie.serialize("", { maxAge: 0 });
