/** A concern: a house of the street, or a part of the platform that the street stands on. */
export interface Concern {
  name: string;
  /** What somebody comes here for. */
  about: string;
}

const concern = (name: string, about: string): Concern => ({ name, about });

/**
 * The platform, which imports no concern of the product, in order: each part imports only those before it. Its folders
 * are in `app/platform/`, and `app/design/`.
 */
export const platform: readonly Concern[] = [
  concern("values", "dates, numbers, names, text, addresses: pure"),
  concern("monitoring", "log, metrics, error reports"),
  concern("upstream", "calls to outside systems: deadlines, breakers, what is an outage"),
  concern("work", "background work, threads, memory"),
  concern("store", "Firestore, Redis, caches, limits, marks of erasures"),
  concern("languages", "the language of a request, what is translated, what each page says of it"),
  concern("tokens", "encrypted, signed and one-use tokens"),
  concern("mail", "SMTP, and what a mail looks like"),
  concern("outbox", "what must happen, once, even if the process dies"),
  concern("pictures", "pictures of others, resized"),
  concern("session", "the session cookie"),
  concern("browser", "scripts of every page"),
  concern("design", "components, charts, icons, styles"),
  concern("http", "gate, forms, uploads, answers"),
  concern("pages", "Remix's pages, cached and compressed"),
];

/** The concerns of the product, in order: each imports only those before it, and of these only their top-level files. */
export const features: readonly Concern[] = [
  concern("tracking", "events for the event sink"),
  concern("account", "plan, subscriptions, settings, guards of private pages"),
  concern("reading", "articles, tips, news, the course and its PDFs"),
  concern("safety", "known breaches, leaked passwords"),
  concern("ways-in", "signing in, recovery, passkeys, Google, security"),
  concern("site", "landing page, legal pages, sitemap"),
  concern("export", "reading the ZIP that Instagram gives"),
  concern("history", "what is known of an account: exports, readings, who came and left"),
  concern("analysis", "figures and categories of people"),
  concern("imports", "uploading an export, and what follows from it"),
  concern("growth", "growth over time, posts, what brought followers"),
  concern("connection", "Instagram's official interface: connecting, readings"),
  concern("report", "the PDF report"),
  concern("purchases", "offers, and buying them"),
  concern("letters", "the weekly letter and breach alerts"),
  concern("leaving", "canceling, by every way"),
  concern("own-data", "the copy of one's data, erasure, expiry"),
  concern("plan", "My Plan"),
  concern("home", "the dashboard, and the frame of its pages"),
];

/** Where a concern's files are. */
export const folderOf = ({ name }: Concern): string =>
  features.some((feature) => feature.name === name)
    ? `app/features/${name}/`
    : name === "design"
      ? "app/design/"
      : `app/platform/${name}/`;

/**
 * Pure modules: rules, and the values that they need. They import only each other, so that Node runs them from source:
 * in threads and benches. The sandbox may import only one of them: the systems' names.
 */
export const pure =
  "^app/(features/[^/]+/(rules/|[^/.]+\\.ts$)|platform/(outbox|tokens|upstream|values|work)/[^/.]+\\.ts$|platform/mail/smtp-reply\\.ts$|design/charts/drawing/)";
