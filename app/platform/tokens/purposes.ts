import { day, minute } from "../values/durations.ts";

/** What all tokens of a purpose have in common. The name of a purpose is part of its key, so renaming one voids its tokens. */
interface Purpose {
  /** Milliseconds; null: as long as its key. */
  lifetime: number | null;
  /** Who can use it, and for what. */
  boundTo: string;
  /**
   * For one use. `always`: while Firestore does not say whether it was used, it is not accepted. `best-effort`: then this
   * process decides by what it has seen itself, because something else stops a second use, too.
   */
  once?: "always" | "best-effort";
  /** When the reader of the older form can be removed. */
  olderFormGoes?: string;
}

interface Sealed extends Purpose {
  /** A JWT that is encrypted (JWE, A256GCM), or signed where docs/product.md#mailed-links says so (JWS, HS256). */
  form: "encrypted" | "signed";
  /**
   * `derived`: from the session secrets. `session`: the session secrets themselves. `TOKEN_KEYS`: derived from these.
   * `kept`: from Firestore, and it outlives the session secrets.
   */
  keys: "derived" | "session" | "TOKEN_KEYS" | "kept";
  /** Null where the key alone names the purpose. */
  audience: string | null;
}

interface Signed extends Purpose {
  /** Random bytes that make each token another. */
  random: number;
  /** Whether it carries a text, which anybody can read. */
  hasContent: boolean;
  /** Bytes of the digest. */
  digest: 16 | 32;
}

/** JWTs. Addresses and cookies that name a person are encrypted. */
export const sealedPurposes = {
  "google sign-in cookie": {
    // Twice what a sign-in may last, so that a late answer can be told from a foreign one.
    lifetime: 20 * minute,
    boundTo: "the browser that began, by its cookie; the state from Google",
    form: "encrypted",
    keys: "derived",
    audience: "cookie:google",
    once: "best-effort",
    olderFormGoes: "20 minutes after the release",
  },
  "credentials cookie": {
    lifetime: 2 * minute,
    boundTo: "the browser, by its cookie",
    form: "encrypted",
    keys: "derived",
    audience: "cookie:credentials",
    olderFormGoes: "2 minutes after the release",
  },
  "sign-in link": {
    lifetime: 15 * minute,
    boundTo: "the account, its address and its last revocation",
    form: "encrypted",
    keys: "derived",
    audience: "link:sign-in",
    once: "always",
  },
  "activation link": {
    lifetime: day,
    boundTo: "the subscription, its address, and the account's last revocation",
    form: "signed",
    keys: "session",
    audience: "link:activation",
    once: "best-effort",
  },
  "cancellation link": {
    lifetime: 7 * day,
    boundTo: "the subscription",
    form: "signed",
    keys: "session",
    audience: "link:cancellation",
  },
  "not-me link": {
    lifetime: null,
    boundTo: "the subscription and the declaration",
    form: "encrypted",
    keys: "kept",
    audience: "link:not-me",
  },
  "unkept declaration": {
    lifetime: 30 * day,
    boundTo: "the subscription, the declaration and its key in billing",
    form: "encrypted",
    keys: "derived",
    audience: "operator:declaration",
  },
  "stop letter": {
    lifetime: null,
    boundTo: "the account and the kind of letter",
    form: "encrypted",
    keys: "kept",
    audience: "link:stop-letter",
  },
  "access token": {
    lifetime: null,
    boundTo: "the subscriber",
    form: "encrypted",
    keys: "TOKEN_KEYS",
    audience: null,
  },
} as const satisfies Record<string, Sealed>;

/** Short texts with a keyed digest. They say nothing of whom they are for. */
export const signedPurposes = {
  "form token": {
    lifetime: null,
    boundTo: "the browser",
    random: 9,
    hasContent: false,
    digest: 32,
    olderFormGoes: "a day after the release",
  },
  "device cookie": {
    lifetime: 180 * day,
    boundTo: "the address, and the account's last revocation",
    random: 16,
    hasContent: true,
    digest: 32,
    olderFormGoes: "180 days after the release",
  },
  "instagram state": {
    lifetime: 10 * minute,
    boundTo: "the subscriber and the session",
    random: 16,
    hasContent: false,
    digest: 32,
    once: "always",
  },
  "passkey challenge": {
    lifetime: 5 * minute,
    boundTo: "the browser; to add a passkey, the subscriber, the session and the user handle",
    random: 16,
    hasContent: false,
    digest: 32,
    once: "always",
  },
  "picture address": {
    lifetime: null,
    boundTo: "the picture's address and width",
    random: 0,
    hasContent: true,
    digest: 16,
  },
} as const satisfies Record<string, Signed>;

export type SealedPurpose = keyof typeof sealedPurposes;
export type SignedPurpose = keyof typeof signedPurposes;
/** Of one use. */
export type OncePurpose =
  | {
      [P in SealedPurpose]: (typeof sealedPurposes)[P] extends { once: string } ? P : never;
    }[SealedPurpose]
  | {
      [P in SignedPurpose]: (typeof signedPurposes)[P] extends { once: string } ? P : never;
    }[SignedPurpose];

export const sealedAs = (purpose: SealedPurpose): Sealed => sealedPurposes[purpose];
export const signedAs = (purpose: SignedPurpose): Signed => signedPurposes[purpose];
