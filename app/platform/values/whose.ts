/** Name of the form field that says whose page the form stands on (app/platform/session/whose.server.ts). */
export const whoseField = "whose";

/** What a layout's loader says of whose its pages are. @returns undefined for the data of any other route */
export const whoseIn = (data: unknown): string | undefined =>
  typeof data === "object" && data && "whose" in data && typeof data.whose === "string"
    ? data.whose
    : undefined;
