import { z } from "zod";
import { env } from "~/env.server";
import { type LetterName, letterNames } from "~/features/account/settings";
import { seal, unseal } from "~/platform/tokens/tokens.server";

/** What the link of a letter turns off, and for whom. */
export interface Stop {
  uid: string;
  letter: LetterName;
}

const claims = z.object({ sub: z.string().min(1), letter: z.enum(letterNames) });

/**
 * The link that turns a letter off without signing in (docs/product.md#letters). It says whose it is in encrypted form.
 * It never expires: letters lie in mailboxes for years, and the link can do nothing else. So its key outlives the
 * session secrets.
 */
export async function stopLink({ uid, letter }: Stop): Promise<string> {
  const token = await seal("stop letter", { sub: uid, letter });
  return `${env.APP_ORIGIN}/letters/stop?t=${token}`;
}

/**
 * @returns undefined for a token that is not this app's, or of a secret that it no longer has
 * @throws UpstreamError while the key is not known
 */
export async function openStop(token: string): Promise<Stop | undefined> {
  if (token === "") return undefined;
  const read = await unseal("stop letter", token, claims);
  return "claims" in read ? { uid: read.claims.sub, letter: read.claims.letter } : undefined;
}
