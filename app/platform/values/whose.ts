/** Name of the form field that says whose page the form stands on (app/platform/session/whose.server.ts). */
export const whoseField = "whose";

/** What the layout among a page's routes says of whose the page is. @returns undefined where there is none */
export const whoseIn = (routes: readonly { data: unknown }[]): string | undefined =>
  routes
    .map(({ data }) => (data as { whose?: string } | null | undefined)?.whose)
    .find((whose) => whose);
