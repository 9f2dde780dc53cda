import { PassThrough, Readable, Writable } from "node:stream";
import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { type RenderToPipeableStreamOptions, renderToPipeableStream } from "react-dom/server";
import { reportUnexpected } from "~/clients/error-reports.server";
import { NonceProvider } from "~/web/document/nonce";
import type { PageHandle } from "~/web/document/page-handle";
import { contentSecurityPolicy, speculationRules } from "~/web/gate/security-headers.server";
import { note } from "~/web/pages/placeholders.server";

/** Milliseconds until a page that still waits for something slow is sent as it is. */
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
  const { nonce, notes, requestId } = loadContext;
  if (nonce && (streams || handles.some((handle) => handle.hydrate)))
    headers.set("content-security-policy", contentSecurityPolicy(nonce));
  headers.set("content-type", "text/html; charset=utf-8");
  headers.set(...speculationRules);

  const page: Page = {
    url: request.url,
    context: remixContext,
    nonce: nonce && notes ? note({ notes }, "nonce", nonce) : nonce,
    requestId,
  };
  if (streams) {
    // Read and removed by `isWhole` and `sendInPieces` in app/web/pages/remix-handler.server.ts.
    headers.set("x-stream", "1");
    return new Response(await drawInPieces(page), { headers, status });
  }
  const { body, failed } = await drawWhole(page);
  return new Response(body, { headers, status: failed ? 500 : status });
}

interface Page {
  url: string;
  context: EntryContext;
  nonce: string | undefined;
  requestId: string | undefined;
}

/** A page that waits for nothing is taken whole, so that it is compressed once. */
function drawWhole(page: Page): Promise<{ body: Uint8Array<ArrayBuffer>; failed: boolean }> {
  return new Promise((resolve, reject) => {
    let failed = false;
    const chunks: Buffer[] = [];
    const whole = new Writable({
      write(chunk: Buffer, _, next) {
        chunks.push(chunk);
        next();
      },
      final(next) {
        resolve({ body: new Uint8Array(Buffer.concat(chunks)), failed });
        next();
      },
    });
    const { pipe } = draw(page, {
      onAllReady: () => pipe(whole),
      onShellError: reject,
      onError: () => {
        failed = true;
      },
    });
  });
}

/** A page with something slow is sent as it comes. Its drawing ends with its reader. */
function drawInPieces(page: Page): Promise<ReadableStream<Uint8Array>> {
  return new Promise((resolve, reject) => {
    const body = new PassThrough();
    const { pipe } = draw(
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

function draw(
  { url, context, nonce, requestId }: Page,
  on: RenderToPipeableStreamOptions,
  isLeft = () => false,
) {
  const timer = setTimeout(() => drawing.abort(), streamTimeout + 1_000);
  const drawing = renderToPipeableStream(
    <NonceProvider value={nonce}>
      <RemixServer context={context} url={url} abortDelay={streamTimeout} nonce={nonce} />
    </NonceProvider>,
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
        // React ends what it still draws with an error when the reader leaves.
        if (isLeft()) return undefined;
        reportUnexpected(error, { requestId });
        return on.onError?.(error, info);
      },
    },
  );
  return drawing;
}

function handlesOf({ staticHandlerContext, routeModules }: EntryContext): PageHandle[] {
  return staticHandlerContext.matches.map(
    ({ route }) => (routeModules[route.id]?.handle ?? {}) as PageHandle,
  );
}

/** Hears of what loaders, actions and the renderer threw; an answer such as 404, or a reader who left, is no error. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted && error === request.signal.reason) return;
  if (isRouteErrorResponse(error) && error.status < 500) return;
  reportUnexpected(error, { requestId: context.requestId });
};
