import { env } from "~/env.server";
import { readSignedRequest, type SignedRequest } from "~/features/connection/rules/signed-request";

/** The operator's Meta app. Only for where `instagram` is a source of analyses: otherwise it may not be set. */
export function metaApp(): { id: string; secret: string } {
  const { INSTAGRAM_APP_ID: id, INSTAGRAM_APP_SECRET: secret } = env;
  if (id === undefined || secret === undefined)
    throw new Error("ANALYSIS_SOURCES does not name instagram");
  return { id, secret };
}

/** The callback's address, of which Instagram compares every character in both steps. */
export const redirectUri = `${env.APP_ORIGIN}/connect/instagram`;

/**
 * What Meta says in the `signed_request` of a deauthorization or a data deletion.
 * @returns undefined if it is not Meta's
 */
export const openSignedRequest = (text: string): SignedRequest | undefined =>
  readSignedRequest(text, metaApp().secret);
