/** What a route's `handle` tells the document and the layouts. */
export interface PageHandle {
  /** The page comes alive with React; all others ship no React. */
  hydrate?: boolean;
  /** False for a page that ships no script at all. */
  scripts?: false;
  /** The page has something slow: it is sent as it comes. Without the flag it is sent whole. */
  streams?: boolean;
  /** Title in the sub-page header. */
  title?: string;
  /** Target of the header's back button; the dashboard unless said. */
  back?: string;
}
