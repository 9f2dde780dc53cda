/** A route's `handle`: what the route tells the document, the layouts and the page path (app/platform/pages). */
export interface PageHandle {
  /** The page is hydrated with React. Without this flag it ships no React. */
  hydrate?: boolean;
  /**
   * The page waits for something slow, so it is streamed. Without this flag it is rendered completely, then sent; such a
   * page may be cached by its loader data.
   */
  streams?: boolean;
  /** What a press has done, where its answer is no redirect; stands first in the title. */
  outcome?: (answer: never) => string | undefined;
  /** The title in the sub-page header. */
  title?: string;
  /** The target of the header's back button. Default: the dashboard. */
  back?: string;
  /** The page uses the width of a desktop. Without this flag it is text or a form, in a column that is easy to read. */
  isWide?: boolean;
}
