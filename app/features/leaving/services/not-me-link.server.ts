import { z } from "zod";
import { env } from "~/env.server";
import { seal, unseal } from "~/platform/tokens/tokens.server";
import { addresses } from "~/platform/values/addresses";

/** The declaration that somebody objects to, and its subscription. */
export interface Objection {
  subscriptionId: string;
  declaration: string;
}

const claims = z.object({ sub: z.string().min(1), declaration: z.string().min(1) });

/** The link of a receipt that says 'This was not me'. */
export async function notMeLink(objection: Objection): Promise<string> {
  const { subscriptionId: sub, declaration } = objection;
  const token = await seal("not-me link", { sub, declaration });
  return `${env.APP_ORIGIN}${addresses.notMe}?t=${token}`;
}

/**
 * @returns undefined for a token that is not of this app
 * @throws UpstreamError while its key is not known
 */
export async function openNotMe(token: string): Promise<Objection | undefined> {
  if (token === "") return undefined;
  const read = await unseal("not-me link", token, claims);
  if (!("claims" in read)) return undefined;
  return { subscriptionId: read.claims.sub, declaration: read.claims.declaration };
}
