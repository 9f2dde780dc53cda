import { createCookie } from "@remix-run/node";
import { z } from "zod";
import { secretKeys } from "~/env.server";
import { seal, unseal } from "~/platform/session/sealed-text.server";
import { cookieName, secureCookies } from "~/platform/session/session.server";
import { parseJson } from "~/platform/values/json";
import { isEmail } from "~/platform/values/validation";

/** Milliseconds that the decoded credentials are kept (contract 9: two minutes). */
const lifetime = 120_000;

const payload = z.object({
  email: z.string().trim().refine(isEmail),
  password: z.string().max(1_000).default(""),
});

/** The content of a credentials link (spec 3). */
export type Credentials = z.infer<typeof payload>;

/**
 * Decodes a `creds` value (spec 3): JSON in base64 or base64url. Either the JSON or the base64 may also be URI-encoded.
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

const cookie = createCookie(cookieName("credentials"), {
  httpOnly: true,
  sameSite: "lax",
  path: "/",
  secure: secureCookies,
  maxAge: lifetime / 1_000,
});

const keys = secretKeys("credentials cookie");

/** The cookie that carries the credentials to the sign-in form, encrypted with the first session secret. */
export async function createCredentialsCookie(credentials: Credentials): Promise<string> {
  return cookie.serialize(
    seal(keys, JSON.stringify({ ...credentials, until: Date.now() + lifetime })),
  );
}

/** The credentials in the request's cookie. */
export async function readCredentialsCookie(request: Request): Promise<Credentials | undefined> {
  const value: unknown = await cookie.parse(request.headers.get("cookie"));
  const content =
    typeof value === "string" ? parseJson(unseal(keys, value) ?? "").value : undefined;
  const read = payload.extend({ until: z.number() }).safeParse(content).data;
  if (!read) return undefined;
  const { until, ...credentials } = read;
  return Date.now() < until ? credentials : undefined;
}
