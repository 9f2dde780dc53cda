/** Data attributes that components set and page scripts (app/page.ts) look for, typed so that a typo does not compile. */

/** Names of the attributes, without `data-`. */
export type ScriptHook =
  /** A form that is submitted automatically as soon as the page is visible. */
  | "by-itself"
  /** Parts of a chart: see app/design/browser/chart-values.ts. */
  | "chart"
  | "chart-drawing"
  | "chart-marker"
  | "chart-slider"
  | "chart-value"
  /** The link that leads where the Escape key does in a modal. */
  | "close"
  /** The countdown bar. Value: the milliseconds left. */
  | "countdown"
  | "countdown-text"
  /** The link that signs in with Google in a popup. Value: where to go afterwards. */
  | "google-popup"
  /** Where the page says what has become of the popup. */
  | "google-status"
  /** Parts of the form that imports an export: see app/features/imports/browser/import.ts. */
  | "import-cancel"
  | "import-on-device"
  | "import-progress"
  | "import-upload"
  | "import-whole"
  /** The page that a link in a mail opens. */
  | "mailed-link"
  /** An input. Value: the error message if the input does not match its pattern. */
  | "message"
  /** The form that adds a passkey. Value: where it gets WebAuthn's options. */
  | "passkey-add"
  /** What is said where there are no passkeys. */
  | "passkey-none"
  /** The offer to add a passkey. Value: where to ask whether to make it. */
  | "passkey-offer"
  /** Whoever uses passkeys. Value: the app's origin, to which they belong. */
  | "passkey-origin"
  /** The form that signs in with a passkey. Value: where it gets a challenge. */
  | "passkey-sign-in"
  /** The section of the password check. Value: the URL of the range service. */
  | "password-check"
  /** Value: the milliseconds until the session ends, and a number for whose it is. */
  | "session-left"
  | "test-error"
  /** A select of time zones without a choice: the browser's is chosen. */
  | "time-zone-guess"
  /** Value: the URL of the event stream that says when to reload. */
  | "updates";

/** Props that set a hook: `<form {...scriptHook("by-itself")}>`. An explicit `undefined` value sets none. */
export const scriptHook = (name: ScriptHook, ...args: [value?: string | number | undefined]) => ({
  [`data-${name}`]: args.length === 0 ? true : args[0],
});

/** The CSS selector of the elements with a hook. */
export const hookSelector = (name: ScriptHook) => `[data-${name}]`;

/** The hook's value on an element; undefined if the element is missing or does not have the hook. */
export const hookValue = (
  element: Element | null | undefined,
  name: ScriptHook,
): string | undefined => element?.getAttribute(`data-${name}`) ?? undefined;

/** Ids of the elements with inline JSON for page scripts. */
export type DataBlockId =
  | "profile-analyzer-error-reports"
  | "google-words"
  | "google-answer"
  | "profile-analyzer-identifiers"
  | "words";
