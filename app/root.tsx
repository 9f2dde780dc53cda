import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  useMatches,
  useRouteError,
  useRouteLoaderData,
  useSearchParams,
} from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { anothersPage } from "~/design/anothers-page";
import { buttonStyle } from "~/design/button";
import { DataBlock } from "~/design/data-block";
import { FormToken } from "~/design/form-token";
import { Message } from "~/design/message";
import { startUpIdentifiersFor } from "~/features/account/services/start-up-identifiers.server";
import translatedPageScript from "~/features/home/browser/translated-page.ts?worker&url";
import { reporterSettings } from "~/platform/monitoring/error-reports.server";
import { LateScripts } from "~/platform/pages/late-scripts";
import type { PageHandle } from "~/platform/pages/page-handle";
import { placeholderFor } from "~/platform/pages/placeholders.server";
import { useRendering } from "~/platform/pages/rendering";
import { addresses } from "~/platform/values/addresses";
import { say, voiceNow } from "~/platform/values/say";
import { scriptHook } from "~/platform/values/script-hooks";
import { whoseIn } from "~/platform/values/whose";
import styles from "./design/styles.css?url";
import pageScript from "./page.ts?worker&url";
import errorReporter from "./platform/browser/error-reports.ts?worker&url";

export const links: LinksFunction = () => [
  {
    rel: "preload",
    href: "/fonts/nunito-sans.woff2",
    as: "font",
    type: "font/woff2",
    crossOrigin: "anonymous",
  },
  { rel: "stylesheet", href: styles },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

export const meta: MetaFunction = ({ error }) => [
  { title: error ? `${crashTitle(error)} · Profile Analyzer` : "Profile Analyzer" },
  {
    name: "description",
    content: say`Analyze your Instagram account and gain valuable insights.`,
  },
];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { formToken } = context;
  return {
    identifiers: await startUpIdentifiersFor(request),
    errorReports: reporterSettings(),
    ...(formToken && { formToken: placeholderFor(context, "formToken", formToken.value) }),
  };
}

/** The data is constant for the whole visit. */
export const shouldRevalidate = () => false;

/** Whose the page was that the browser loaded: a module lives there as long as its document. */
let whoseAtFirst: string | undefined;

export function Layout({ children }: { children: ReactNode }) {
  const { nonce } = useRendering();
  const start = useRouteLoaderData<typeof loader>("root");
  const matches = useMatches();
  const whose = whoseIn(matches);
  if (!import.meta.env.SSR) whoseAtFirst ??= whose;
  // React reads anew what it shows: another account would come into the page without a word (docs/product.md#session).
  const isAnothersNow = !import.meta.env.SSR && whose && whose !== whoseAtFirst;
  const handles = matches.map(({ handle }) => handle as PageHandle | undefined);
  // The words of other languages are the server's alone: only English pages are hydrated.
  const hydrate = !voiceNow() && handles.some((handle) => handle?.hydrate);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#256bfd" />
        <Meta />
        <Links />
      </head>
      <body>
        {isAnothersNow ? <Message {...anothersPage(false)} /> : children}
        {start && <DataBlock id="profile-analyzer-identifiers" value={start.identifiers} />}
        {start?.errorReports && (
          <DataBlock
            id="profile-analyzer-error-reports"
            value={{ ...start.errorReports, script: errorReporter }}
          />
        )}
        {hydrate &&
          (import.meta.env.SSR ? <LateScripts nonce={nonce} /> : <Scripts nonce={nonce} />)}
        {!hydrate && <script type="module" src={pageScript} />}
        {import.meta.env.SSR && voiceNow() && whose && (
          <script type="module" src={translatedPageScript} />
        )}
      </body>
    </html>
  );
}

export default function App() {
  return (
    <>
      <Outlet />
      <TestErrorButton />
    </>
  );
}

/** Shown with `?showerrbtn=plz`. Throws on the server and, with JavaScript, in the browser too (docs/product.md#test-error). */
function TestErrorButton() {
  const [query] = useSearchParams();
  if (query.get("showerrbtn") !== "plz") return null;
  return (
    <form
      method="post"
      action={addresses.testError}
      {...scriptHook("test-error")}
      className="fixed end-4 bottom-4 z-50"
    >
      <FormToken />
      <button type="submit" className={buttonStyle("danger", "shadow-float")}>
        Throw a test error
      </button>
    </form>
  );
}

const isMissing = (error: unknown) => isRouteErrorResponse(error) && error.status === 404;
/** Only the guard throws a 409. */
const isAnothers = (error: unknown) => isRouteErrorResponse(error) && error.status === 409;
function crashTitle(error: unknown) {
  if (isAnothers(error)) return anothersPage(true).title;
  return isMissing(error) ? say`Page not found` : say`Something went wrong`;
}

/** The 404 page, that of another account, and the crash page 'Something went wrong' (docs/product.md#crash-page). Plain links, no script. */
export function ErrorBoundary() {
  const error = useRouteError();
  const missing = isMissing(error);
  const { isSignedIn } = useRendering();
  useEffect(() => {
    // React does not pass errors that a boundary caught to `window`. Errors from the server have no stack here and were
    // already reported there.
    if (error instanceof Error && error.stack) globalThis.reportError?.(error);
  }, [error]);
  if (isAnothers(error)) return <Message {...anothersPage(true)} />;
  return missing ? (
    <Message
      title={crashTitle(error)}
      text="There is nothing at this address. It may have moved, or the link may be incomplete."
      links={
        isSignedIn
          ? [{ label: "Back to home page", href: addresses.dashboard }]
          : [
              { label: "Back to home page", href: addresses.home },
              { label: "Sign in", href: addresses.signIn },
            ]
      }
    />
  ) : (
    <Message
      art="failing"
      title={crashTitle(error)}
      text={
        isRouteErrorResponse(error) && error.status === 405
          ? say`This address does not take such a request.`
          : say`The fault is on our side. Please try again in a moment.`
      }
      links={[{ label: "Back to home page", href: addresses.home }]}
    />
  );
}
