import { createHash } from "node:crypto";
import { z } from "zod";
import { keptLanguage, languageAskedIn } from "~/platform/languages/languages.server";
import { seal, type Unreadable, unseal } from "~/platform/tokens/tokens.server";
import type { Language } from "~/platform/values/languages";
import { addressKey } from "~/platform/values/mail-address";

/** What a signed link in a mail may do. A token is valid for one of them only (docs/product.md#mailed-links). */
export type LinkAction = "activation" | "cancellation";

const claims = z.object({
  /** The subscription. */
  sub: z.string(),
  jti: z.string(),
  /** The digest of the recipient's address, and the `validSince` of their account. */
  to: z.string().optional().catch(undefined),
  since: z.number().nullable().catch(null),
  /** What else it is about, such as a declaration. */
  about: z.string().optional().catch(undefined),
  language: keptLanguage,
});

/** Whom a link is for, if only the owner of that address may use it. */
export interface Recipient {
  address: string;
  /** The `validSince` of their account; null if they have none. */
  validSince: number | null;
}

/**
 * @param subject a subscription id
 * @param about what else it is about
 */
export const signLinkToken = (
  action: LinkAction,
  subject: string,
  recipient?: Recipient,
  about?: string,
): Promise<string> =>
  seal(`${action} link`, {
    sub: subject,
    jti: crypto.randomUUID(),
    ...languageAskedIn(),
    ...(about !== undefined && { about }),
    ...(recipient && { to: addressDigest(recipient.address), since: recipient.validSince }),
  });

export interface ReadLink {
  subject: string;
  /** What else it is about. */
  about: string | undefined;
  /** For the mark of its use. */
  id: string;
  /** Epoch milliseconds. */
  expiresAt: number;
  wasMailedTo: (address: string) => boolean;
  /** The `validSince` of the recipient's account when it was mailed; null if there was none. */
  validSince: number | null;
  /** The language of its mail; undefined where there is only one. */
  language: Language | undefined;
}

export async function verifyLinkToken(
  action: LinkAction,
  token: string,
): Promise<ReadLink | { refused: Unreadable }> {
  const read = await unseal(`${action} link`, token, claims);
  if ("unreadable" in read) return { refused: read.unreadable };
  const { sub: subject, jti: id, to, since: validSince, about, language } = read.claims;
  const wasMailedTo = (address: string) => to === addressDigest(address);
  return { subject, about, id, expiresAt: read.expiresAt, wasMailedTo, validSince, language };
}

const addressDigest = (address: string): string =>
  createHash("sha256").update(addressKey(address)).digest("base64url");
