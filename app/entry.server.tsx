import { Readable, Transform, Writable } from "node:stream";
import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { type RenderToPipeableStreamOptions, renderToPipeableStream } from "react-dom/server";
import {
  contentSecurityPolicy,
  speculationRulesHeader,
} from "~/platform/http/gate/security-headers.server";
import { dress, dressStream, languageHeaders } from "~/platform/languages/dress.server";
import {
  currentLanguage,
  isMultilingual,
  languageView,
} from "~/platform/languages/languages.server";
import "~/platform/languages/messages.server";
import { reportUnexpected } from "~/platform/monitoring/error-reports.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { placeholderFor } from "~/platform/pages/placeholders.server";
import { withPressedTitle } from "~/platform/pages/pressed-title.server";
import { RenderingProvider } from "~/platform/pages/rendering";
import { readSession } from "~/platform/session/session.server";
import { whoseIn } from "~/platform/values/whose";

/** Milliseconds after which Remix rejects what a streamed page still waits for. */
export const streamTimeout = 6_000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: Partial<AppLoadContext> = {},
): Promise<Response> {
  const handles = handlesOf(remixContext);
  const streams = handles.some((handle) => handle.streams);
  const isHydrated = currentLanguage() === "en" && handles.some((handle) => handle.hydrate);
  const { nonce, placeholders, requestId } = loadContext;
  if (nonce && (streams || isHydrated))
    headers.set("content-security-policy", contentSecurityPolicy(nonce));
  headers.set("content-type", "text/html; charset=utf-8");
  headers.set(...speculationRulesHeader);
  for (const [name, value] of Object.entries(languageHeaders())) headers.set(name, value);

  const page: Page = {
    url: request.url,
    context: withPressedTitle(remixContext, status),
    nonce: nonce && placeholders ? placeholderFor({ placeholders }, "nonce", nonce) : nonce,
    requestId,
    // A 404 is never kept, so it may differ between readers.
    isSignedIn: status === 404 && (await readSession(request)) !== undefined,
  };
  const view = languageView();
  if (view && loadContext.formToken)
    view.formToken = placeholderFor(
      { ...(placeholders && { placeholders }) },
      "formToken",
      loadContext.formToken.value,
    );
  if (view)
    view.whose = whoseIn(
      Object.values(remixContext.staticHandlerContext.loaderData).map((data) => ({ data })),
    );
  // A page in another language is not streamed: its links are translated in the whole document.
  if (streams && currentLanguage() === "en") {
    const body = await renderToStream(page);
    // Tells app/platform/pages/remix-handler.server.ts to send the body as it arrives.
    loadContext.isStreamed = true;
    const sent = view ? body.pipeThrough(dressStream(view)) : body;
    return new Response(sent, { headers, status });
  }
  const { body: rendered, failed } = await renderToEnd(page);
  const body = isMultilingual
    ? new TextEncoder().encode(
        dress(new TextDecoder().decode(rendered), { isHydrated, isError: failed || status >= 400 }),
      )
    : rendered;
  return new Response(body, { headers, status: failed ? 500 : status });
}

interface Page {
  url: string;
  context: EntryContext;
  nonce: string | undefined;
  requestId: string | undefined;
  /** Read for 404 pages only; false for all others. */
  isSignedIn: boolean;
}

/** Renders a page that waits for nothing completely, so that it can be compressed at once and cached. */
function renderToEnd(page: Page): Promise<{ body: Uint8Array<ArrayBuffer>; failed: boolean }> {
  return new Promise((resolve, reject) => {
    let failed = false;
    const chunks: Buffer[] = [];
    const collector = new Writable({
      write(chunk: Buffer, _, next) {
        chunks.push(chunk);
        next();
      },
      final(next) {
        resolve({ body: new Uint8Array(withoutGaps(Buffer.concat(chunks))), failed });
        next();
      },
    });
    const { pipe } = render(page, {
      onAllReady: () => pipe(collector),
      onShellError: reject,
      onError: () => {
        failed = true;
      },
    });
  });
}

/**
 * React 18 fills the rest of its 2 KiB buffer with zeros where a character of several bytes does not fit any more.
 * Some browsers show these zeros as unknown characters in charts, others as blanks.
 */
const withoutGaps = (html: Buffer): Buffer =>
  html.includes(0) ? Buffer.from(html.filter((byte) => byte !== 0)) : html;

/** Renders a page that waits for something slow as a stream. Rendering stops when the reader cancels. */
function renderToStream(page: Page): Promise<ReadableStream<Uint8Array>> {
  return new Promise((resolve, reject) => {
    const body = new Transform({
      transform: (chunk: Buffer, _, next) => next(null, withoutGaps(chunk)),
    });
    const { pipe } = render(
      page,
      {
        onShellReady() {
          resolve(Readable.toWeb(body) as ReadableStream<Uint8Array>);
          pipe(body);
        },
        onShellError: reject,
      },
      () => body.destroyed,
    );
  });
}

function render(
  { url, context, nonce, requestId, isSignedIn }: Page,
  on: RenderToPipeableStreamOptions,
  isCancelled = () => false,
) {
  const timer = setTimeout(() => rendering.abort(), streamTimeout + 1_000);
  const rendering = renderToPipeableStream(
    <RenderingProvider value={{ nonce, isSignedIn }}>
      <RemixServer context={context} url={url} abortDelay={streamTimeout} nonce={nonce} />
    </RenderingProvider>,
    {
      ...on,
      nonce,
      onAllReady() {
        clearTimeout(timer);
        on.onAllReady?.();
      },
      onShellError(error) {
        clearTimeout(timer);
        on.onShellError?.(error);
      },
      onError(error, info) {
        // If the reader cancels, React reports everything that is still pending as an error.
        if (isCancelled()) return undefined;
        reportUnexpected(error, { requestId });
        return on.onError?.(error, info);
      },
    },
  );
  return rendering;
}

function handlesOf({ staticHandlerContext, routeModules }: EntryContext): PageHandle[] {
  return staticHandlerContext.matches.map(
    ({ route }) => (routeModules[route.id]?.handle ?? {}) as PageHandle,
  );
}

/** Reports what loaders, actions and the renderer threw. A response such as 404 or a disconnected client is no error. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted && error === request.signal.reason) return;
  if (isRouteErrorResponse(error) && error.status < 500) return;
  reportUnexpected(error, { requestId: context.requestId });
};
