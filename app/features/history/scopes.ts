/** What the app asks for (docs/instagram.md#official-interface). */
export const scopes = [
  "instagram_business_basic",
  "instagram_business_manage_insights",
  "instagram_business_manage_comments",
] as const;
export type Scope = (typeof scopes)[number];
