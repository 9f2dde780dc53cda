import {
  createHash,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomUUID,
} from "node:crypto";
import {
  decodeProtectedHeader,
  EncryptJWT,
  errors,
  flattenedDecrypt,
  type JWTPayload,
  jwtDecrypt,
  jwtVerify,
  SignJWT,
} from "jose";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { env } from "~/env.server";
import { commitIn, inFirestore } from "~/platform/store/firestore.server";
import { keptKey, keptOrNewKey } from "~/platform/store/kept-keys.server";
import {
  type OncePurpose,
  type SealedPurpose,
  type SignedPurpose,
  sealedAs,
  sealedPurposes,
  signedAs,
  signedPurposes,
} from "~/platform/tokens/purposes";
import { hasGrpcStatus } from "~/platform/upstream/grpc-status";
import { unlessDown, within } from "~/platform/upstream/upstream.server";
import { parseJson } from "~/platform/values/json";
import { isSameDigest, keyedDigest } from "~/platform/values/keyed-digest";
import { createQueues } from "~/platform/work/one-at-a-time.server";

interface Key {
  secret: KeyObject;
  /** Stands in the token, where keys are known by it. */
  id?: string;
}

const derive = (secret: string, purpose: string) =>
  createSecretKey(Buffer.from(hkdfSync("sha256", secret, "", purpose, 32)));

/** Keys of the environment, in its order: the first seals and signs, all are tried, so that secrets can be rotated. */
const keysByPurpose = new Map<string, readonly Key[]>();
function keysOf(purpose: SealedPurpose | SignedPurpose): readonly Key[] {
  const known = keysByPurpose.get(purpose);
  if (known) return known;
  const source = purpose in sealedPurposes && sealedAs(purpose as SealedPurpose).keys;
  const keys =
    source === "TOKEN_KEYS"
      ? (env.TOKEN_KEYS ?? []).map((secret) => ({
          secret: derive(secret, purpose),
          // It tells nothing of the key.
          id: createHash("sha256")
            .update(derive(secret, `${purpose} key id`).export())
            .digest("base64url")
            .slice(0, 12),
        }))
      : env.SESSION_SECRETS.map((secret) => ({
          secret: source === "session" ? createSecretKey(secret, "utf8") : derive(secret, purpose),
        }));
  keysByPurpose.set(purpose, keys);
  return keys;
}

function firstKey(purpose: SealedPurpose | SignedPurpose): Key {
  const [key] = keysOf(purpose);
  if (!key) throw new Error(`there is no key for: ${purpose}`);
  return key;
}

/** The key's id is none of TOKEN_KEYS: an operator's mistake, which must not cost the token. */
export class UnknownKey extends Error {
  override name = "UnknownKey";

  constructor() {
    super("the key of an access token is not in TOKEN_KEYS");
  }
}

const encryption = { alg: "dir", enc: "A256GCM" } as const;
const algorithms = {
  keyManagementAlgorithms: [encryption.alg],
  contentEncryptionAlgorithms: [encryption.enc],
};

/**
 * Makes a JWT.
 * @param claims `sub`, `jti` and others; audience and end come from the purpose
 * @throws UpstreamError where the key is kept in Firestore, which does not answer
 */
export async function seal(purpose: SealedPurpose, claims: JWTPayload): Promise<string> {
  const { form, keys, audience, lifetime } = sealedAs(purpose);
  const key =
    keys === "kept"
      ? { secret: createSecretKey(await keptOrNewKey(keptName(purpose))) }
      : firstKey(purpose);
  const now = Math.floor(Date.now() / 1_000);
  const payload = {
    ...claims,
    ...(audience !== null && { aud: audience }),
    ...(lifetime !== null && { iat: now, exp: now + lifetime / 1_000 }),
  };
  if (form === "signed")
    return new SignJWT(payload).setProtectedHeader({ alg: "HS256" }).sign(key.secret);
  const kid = "id" in key ? { kid: key.id } : {};
  return new EncryptJWT(payload).setProtectedHeader({ ...encryption, ...kid }).encrypt(key.secret);
}

export type Unreadable = "expired" | "invalid";

export type Unsealed<Claims> =
  | {
      claims: Claims;
      /** Epoch milliseconds; Infinity where it has no end. */
      expiresAt: number;
      /** It was sealed with a key that is no longer the first: seal it anew. */
      hasOldKey: boolean;
    }
  | { unreadable: Unreadable; reason: string };

/**
 * Reads what `seal` has made for this purpose.
 * @param claims what it must say
 * @param subject whose it must be, where that is known
 * @throws UnknownKey
 * @throws UpstreamError where the key is kept in Firestore, which does not answer
 */
export async function unseal<Claims>(
  purpose: SealedPurpose,
  token: string,
  claims: z.ZodType<Claims>,
  subject?: string,
): Promise<Unsealed<Claims>> {
  const { form, lifetime, audience } = sealedAs(purpose);
  const expected = {
    ...(audience !== null && { audience }),
    ...(lifetime !== null && { requiredClaims: ["exp"] }),
    ...(subject !== undefined && { subject }),
  };
  let reason = "no key";
  for await (const { secret, isFirst } of openingKeys(purpose, token)) {
    try {
      const { payload } =
        form === "signed"
          ? await jwtVerify(token, secret, { ...expected, algorithms: ["HS256"] })
          : isSealedText(purpose, token)
            ? { payload: await readSealedText(token, secret) }
            : await jwtDecrypt(token, secret, { ...expected, ...algorithms });
      const expiresAt = payload.exp === undefined ? Infinity : payload.exp * 1_000;
      return { claims: claims.parse(payload), expiresAt, hasOldKey: !isFirst };
    } catch (error) {
      if (error instanceof errors.JWTExpired) return { unreadable: "expired", reason: error.code };
      // Anything else is our own failure, and says nothing of the token.
      if (!(error instanceof errors.JOSEError || error instanceof z.ZodError)) throw error;
      reason = error instanceof errors.JOSEError ? error.code : "claims";
    }
  }
  return { unreadable: "invalid", reason };
}

/** The keys that may open a token, one after another: those in Firestore are read only if no other opens it. */
async function* openingKeys(purpose: SealedPurpose, token: string) {
  const { keys } = sealedAs(purpose);
  const ofEnvironment = keysOf(purpose).map((key, index) => ({ ...key, isFirst: index === 0 }));
  if (keys === "TOKEN_KEYS") {
    const id = keyIdOf(token);
    const key = ofEnvironment.find((one) => one.id === id);
    if (id !== undefined && !key) throw new UnknownKey();
    if (key) yield key;
    return;
  }
  yield* ofEnvironment;
  if (keys !== "kept") return;
  const bytes = await keptKey(keptName(purpose));
  if (bytes) yield { secret: createSecretKey(bytes), isFirst: true };
}

function keyIdOf(token: string): string | undefined {
  try {
    const { kid } = decodeProtectedHeader(token);
    return kid !== undefined && /^[\w-]{12}$/.test(kid) ? kid : undefined;
  } catch {
    return undefined;
  }
}

const keptName = (purpose: SealedPurpose) => purpose.replaceAll(" ", "-");

/** The older form of an encrypted cookie: nonce, tag and ciphertext as one text in base64url. */
const isSealedText = (purpose: SealedPurpose, token: string) =>
  sealedAs(purpose).olderFormGoes !== undefined && !token.includes(".");

const sealedPayload = z.looseObject({ until: z.number() });

async function readSealedText(text: string, key: KeyObject): Promise<JWTPayload> {
  const bytes = Buffer.from(text, "base64url");
  const part = (from: number, to?: number) => bytes.subarray(from, to).toString("base64url");
  const parts = { iv: part(0, 12), tag: part(12, 28), ciphertext: part(28) };
  const { plaintext } = await flattenedDecrypt(
    { ...parts, unprotected: encryption },
    key,
    algorithms,
  );
  const payload = sealedPayload.safeParse(parseJson(Buffer.from(plaintext).toString()).value).data;
  if (!payload) throw new errors.JWTInvalid("no payload");
  if (Date.now() >= payload.until) throw new errors.JWTExpired("expired", payload);
  return { ...payload, exp: payload.until / 1_000 };
}

/**
 * Signs: `{issued at}.{content}.{random}.{digest of these and the holder}`, each where its purpose has it. By node:crypto
 * and not by jose: there is one in each page, and jose would take five times as long.
 * @param holder whom it is for, such as the account's and the session's id
 * @param content in base64url or digits; anybody can read it
 */
export function sign(purpose: SignedPurpose, holder: readonly string[], content = ""): string {
  const { lifetime, random, hasContent } = signedAs(purpose);
  const claims = [
    ...(lifetime === null ? [] : [Date.now()]),
    ...(hasContent ? [content] : []),
    // Hexadecimal, since it may become the id of a document, and Firestore refuses `__…__`.
    ...(random === 0 ? [] : [randomBytes(random).toString("hex")]),
  ].join(".");
  return `${claims}.${digestOf(purpose, firstKey(purpose), message(claims, holder))}`;
}

/** JSON, so that no two lists of parts give the same text. */
const message = (claims: string, holder: readonly string[]) =>
  holder.length === 0 ? claims : JSON.stringify([claims, ...holder]);

const digestOf = (purpose: SignedPurpose, { secret }: Key, text: string) =>
  keyedDigest(secret, text).subarray(0, signedAs(purpose).digest).toString("base64url");

/** A token of ours that has not expired. It may have been used. */
export interface Verified {
  verdict: "valid";
  content: string;
  /** Its random part. */
  id: string;
  /** Epoch milliseconds. NaN and Infinity where it has no end. */
  issuedAt: number;
  expiresAt: number;
}

/** `foreign`: for somebody else, or not ours at all. */
export type TokenVerdict = Verified | { verdict: "expired" | "foreign" };

/** Reads what `sign` has made for this purpose and holder. */
export function verify(
  purpose: SignedPurpose,
  token: string,
  holder: readonly string[],
): TokenVerdict {
  const { lifetime, random, hasContent, olderFormGoes } = signedAs(purpose);
  const fields = token.split(".");
  const given = Buffer.from(fields.pop() ?? "");
  const claims = fields.join(".");
  const count = Number(lifetime !== null) + Number(hasContent) + Number(random > 0);
  // Without this, a part of the holder could be taken for a claim in the older form, which joins them by full stops.
  if (fields.length !== count || !/^[\w.-]+$/.test(claims)) return { verdict: "foreign" };
  const texts = [message(claims, holder)];
  if (olderFormGoes !== undefined) texts.push([claims, ...holder].join("."));
  const isOurs = keysOf(purpose).some((key) =>
    texts.some((text) => isSameDigest(given, Buffer.from(digestOf(purpose, key, text)))),
  );
  if (!isOurs) return { verdict: "foreign" };
  const issuedAt = lifetime === null ? Number.NaN : Number(fields.shift());
  const expiresAt = lifetime === null ? Infinity : issuedAt + lifetime;
  if (Date.now() >= expiresAt) return { verdict: "expired" };
  const id = random > 0 ? (fields.pop() ?? "") : "";
  return { verdict: "valid", content: fields.join("."), id, issuedAt, expiresAt };
}

const collection = "usedStates";

/** What was used in this process, and when. While Firestore is down it is all that is known. */
const usedHere = new LRUCache<string, number>({ maxSize: 1_048_576, sizeCalculation: () => 256 });

/** By token. Changes to its mark run one after another, so that none undoes a later one. */
const inTurn = createQueues();

/** Milliseconds that a `best-effort` use waits for Firestore. */
const patience = 1_000;

const rowOf = (purpose: OncePurpose) => ({ ...sealedPurposes, ...signedPurposes })[purpose];

/**
 * Uses a token up. Nothing is stored of it before. The mark is kept until it has expired by every container's clock.
 * @returns when it was used before, in epoch milliseconds, in whichever process; undefined if this is its first use
 * @throws UpstreamError if Firestore does not say, for a purpose with `always`
 */
export async function useOnce(
  purpose: OncePurpose,
  { id, expiresAt }: Pick<Verified, "id" | "expiresAt">,
): Promise<number | undefined> {
  const { once, lifetime } = rowOf(purpose);
  const mark = () => markUsed(id, expiresAt + lifetime);
  if (once === "always") return mark();
  const usedAt = usedHere.get(id);
  if (usedAt !== undefined) return usedAt;
  usedHere.set(id, Date.now(), { ttl: Math.max(expiresAt + lifetime - Date.now(), 1) });
  return within(patience, unlessDown(inTurn(id, mark)));
}

/** Takes a use back that came to nothing. @throws UpstreamError as `useOnce` */
export async function takeUseBack(purpose: OncePurpose, id: string): Promise<void> {
  const forget = () =>
    inFirestore("write", (database, signal) =>
      commitIn(database, signal, (writes) =>
        writes.delete(database.collection(collection).doc(id)),
      ),
    );
  if (rowOf(purpose).once === "always") return forget();
  usedHere.delete(id);
  await within(patience, unlessDown(inTurn(id, forget)));
}

/** Firestore's TTL policy deletes the mark after `until`. */
const markUsed = (id: string, until: number): Promise<number | undefined> =>
  inFirestore("write", async (database, signal) => {
    const document = database.collection(collection).doc(id);
    // It reads nothing, so it is sent again where Firestore's answer is lost (`boundTransactions`), and is then told that the
    // mark exists: our own.
    const use = randomUUID();
    try {
      await commitIn(database, signal, (writes) =>
        writes.create(document, { expireAt: new Date(until), use }),
      );
      return undefined;
    } catch (error) {
      if (!hasGrpcStatus(error, "alreadyExists")) throw error;
      const mark = await document.get();
      return mark.get("use") === use ? undefined : (mark.createTime?.toMillis() ?? 0);
    }
  });
