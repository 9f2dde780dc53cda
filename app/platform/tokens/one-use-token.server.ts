import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { secretKeys } from "~/env.server";
import { markStateUsed } from "~/platform/tokens/used-states.server";

/** `{issued at}.{random}.{HMAC of these and of whom it is for}`. It says nothing of the session, browser or account. */
const form = /^((\d{13})\.([\da-f]{32}))\.([\w-]{43})$/;

/** A token of ours that has not expired. It may have been used. */
export interface ReadToken {
  verdict: "valid";
  /** For the mark of its use. */
  id: string;
  /** Epoch milliseconds. */
  issuedAt: number;
}

export interface UnreadableToken {
  /** `foreign`: for somebody else, or not ours at all. */
  verdict: "expired" | "foreign";
}

/**
 * Tokens that an outside page or device brings back, for one use by whom they are issued for. Nothing is stored of a token
 * until it is used.
 * @param purpose no token of another purpose is accepted
 * @param lifetime milliseconds
 */
export function createOneUseTokens(purpose: string, lifetime: number) {
  const keys = secretKeys(purpose);
  const sign = (key: Buffer, claims: string, holder: readonly string[]) =>
    createHmac("sha256", key)
      .update(JSON.stringify([claims, ...holder]))
      .digest();

  return {
    /** @param holder whom it is for, e.g. the account's and the session's id */
    issue(holder: readonly string[]): string {
      const claims = `${Date.now()}.${randomBytes(16).toString("hex")}`;
      return `${claims}.${sign(keys[0], claims, holder).toString("base64url")}`;
    },
    read(token: string, holder: readonly string[]): ReadToken | UnreadableToken {
      const [, claims = "", issued, id = "", mac = ""] = form.exec(token) ?? [];
      const given = Buffer.from(mac, "base64url");
      const isOurs = keys.some((key) => {
        const expected = sign(key, claims, holder);
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
      if (!isOurs) return { verdict: "foreign" };
      const issuedAt = Number(issued);
      if (Date.now() >= issuedAt + lifetime) return { verdict: "expired" };
      return { verdict: "valid", id, issuedAt };
    },
    /**
     * Uses it up. The mark is kept until the token has expired by every container's clock.
     * @returns when it was used before, in epoch milliseconds, in whichever process; undefined if this is its first use
     * @throws UpstreamError if Firestore does not say
     */
    markUsed: ({ id, issuedAt }: ReadToken) => markStateUsed(id, issuedAt + 2 * lifetime),
  };
}
