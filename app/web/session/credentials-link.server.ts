import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { createCookie } from "@remix-run/node";
import { z } from "zod";
import { isEmail } from "~/domain/validation";
import { env } from "~/env.server";
import { cookieName, secure } from "~/web/session/session.server";

/** Contract 9: the decoded value lives two minutes. */
const lifetime = 120_000;
const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

const payload = z.object({
  email: z.string().trim().refine(isEmail),
  password: z.string().max(1_000).default(""),
});

/** What a credentials link carries (spec 3). */
export type Credentials = z.infer<typeof payload>;

/**
 * Decodes a `creds` value: base64 or base64url of the JSON, the JSON encoded for an address before or the
 * base64 after (spec 3). Undefined for anything else.
 */
export function decodeCredentials(creds: string): Credentials | undefined {
  if (creds.length > 8_192) return undefined;
  for (const base64 of [creds, unescapeUri(creds)]) {
    // A plus that was not encoded arrives as a space.
    const packed = base64?.replace(/ /g, "+") ?? "";
    if (!/^[\w+/-]+={0,2}$/.test(packed)) continue;
    const bytes = Buffer.from(packed, "base64");
    for (const text of [readText(bytes), unescapeUri(readText(bytes))]) {
      const credentials = text && payload.safeParse(readJson(text)).data;
      if (credentials) return credentials;
    }
  }
  return undefined;
}

/** `btoa` in a browser writes Latin-1 where a text fits it, everything else writes UTF-8. */
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

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const cookie = createCookie(cookieName("credentials"), {
  httpOnly: true,
  sameSite: "lax",
  path: "/",
  secure,
  maxAge: lifetime / 1_000,
});

const keys = env.SESSION_SECRETS.map((secret) =>
  Buffer.from(hkdfSync("sha256", secret, "", "credentials cookie", 32)),
);

/** The cookie that carries the decoded value to the sign-in form, encrypted with the first secret. */
export async function rememberCredentials(credentials: Credentials): Promise<string> {
  const [key] = keys;
  if (!key) throw new Error("SESSION_SECRETS is empty");
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key, iv);
  const content = JSON.stringify({ ...credentials, until: Date.now() + lifetime });
  const sealed = Buffer.concat([cipher.update(content, "utf8"), cipher.final()]);
  return cookie.serialize(Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url"));
}

/** The value of the cookie, by any secret, for two minutes. */
export async function rememberedCredentials(request: Request): Promise<Credentials | undefined> {
  const value: unknown = await cookie.parse(request.headers.get("cookie"));
  if (typeof value !== "string") return undefined;
  const bytes = Buffer.from(value, "base64url");
  if (bytes.length <= ivBytes + tagBytes) return undefined;
  for (const key of keys) {
    const content = readJson(open(key, bytes) ?? "");
    const sealed = payload.extend({ until: z.number() }).safeParse(content).data;
    if (!sealed) continue;
    const { until, ...credentials } = sealed;
    return Date.now() < until ? credentials : undefined;
  }
  return undefined;
}

function open(key: Buffer, bytes: Buffer): string | undefined {
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes));
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  try {
    const opened = decipher.update(bytes.subarray(ivBytes + tagBytes));
    return Buffer.concat([opened, decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}
