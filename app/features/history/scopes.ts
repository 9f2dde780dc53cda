/** What the app asks for (instagram.md 3.1). */
export const scopes = [
  "instagram_business_basic",
  "instagram_business_manage_insights",
  "instagram_business_manage_comments",
] as const;
export type Scope = (typeof scopes)[number];
