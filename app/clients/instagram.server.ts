/**
 * Instagram's own interface (contract 11, instagram.md 3). Every call throws an `InstagramRefused` where Instagram refuses,
 * with the verdict that says what follows, and an `UpstreamError` where it does not answer.
 */

export type { Answer } from "~/clients/instagram/ask.server";
export { getMediumInsights, getReach } from "~/clients/instagram/insights.server";
export {
  getAccount,
  getCommentsPage,
  getMediaPage,
  getRepliesPage,
} from "~/clients/instagram/reading.server";
export { InstagramRefused } from "~/clients/instagram/refused.server";
export { openSignedRequest } from "~/clients/instagram/settings.server";
export {
  authorizeAddress,
  exchangeCode,
  getLongLivedToken,
  refreshToken,
} from "~/clients/instagram/tokens.server";
