/** What components draw and page scripts (app/browser) look for, by one name, so that a mistyped one does not compile. */

/** Names of data attributes, without `data-`. */
export type ScriptHook =
  /** A form that sends itself as soon as somebody looks at the page. */
  | "by-itself"
  /** The link that Escape follows in a modal. */
  | "close"
  /** The countdown bar; its value is the milliseconds left. */
  | "countdown"
  | "countdown-text"
  /** The page that a mailed link leads to. */
  | "mailed-link"
  /** An input; its value says what is wrong with one that does not fit its pattern. */
  | "message"
  /** A dialog that is to be modal. */
  | "modal"
  /** The section of the password check; its value is the address of the range service. */
  | "password-check"
  /** Its value is the milliseconds until the session ends. */
  | "session-left"
  | "test-error"
  /** Its value is the address of the event stream that says when to reload. */
  | "updates";

/** Props that put a hook on an element: `<dialog {...scriptHook("modal")}>`. No hook where its value is undefined. */
export const scriptHook = (name: ScriptHook, ...given: [value?: string | number | undefined]) => ({
  [`data-${name}`]: given.length === 0 ? true : given[0],
});

/** The CSS selector of the elements with a hook. */
export const hookSelector = (name: ScriptHook) => `[data-${name}]`;

/** The hook's value on an element; undefined where the element is missing or does not have the hook. */
export const hookValue = (
  element: Element | null | undefined,
  name: ScriptHook,
): string | undefined => element?.getAttribute(`data-${name}`) ?? undefined;

/** Ids of the blocks of JSON that the document carries for scripts. */
export type DataBlockId = "error-reports" | "profile-analyzer-identifiers";
