/**
 * Instagram's own interface (docs/product.md#connection, docs/instagram.md#official-interface). Every call throws an `InstagramRefused` where Instagram refuses,
 * with the verdict that says what follows, and an `UpstreamError` where it does not answer.
 */

export {
  getDemographics,
  getFollows,
  getViews,
} from "~/features/connection/store/instagram/account-insights.server";
export { getMediumInsights, getReach } from "~/features/connection/store/instagram/insights.server";
export {
  getAccount,
  getCommentsPage,
  getMediaPage,
  getRepliesPage,
} from "~/features/connection/store/instagram/reading.server";
export { InstagramRefused } from "~/features/connection/store/instagram/refused.server";
export { openSignedRequest } from "~/features/connection/store/instagram/settings.server";
export {
  authorizeAddress,
  exchangeCode,
  getLongLivedToken,
  refreshToken,
} from "~/features/connection/store/instagram/tokens.server";
