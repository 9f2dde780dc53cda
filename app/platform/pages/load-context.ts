import "@remix-run/node";
import type { IssuedFormToken } from "~/platform/http/forms/form-token.server";
import type { StreamedUpload } from "~/platform/http/uploads/streamed-body.server";
import type { Prefetched } from "~/platform/pages/loader-prefetch.server";
import type { PlaceholderValues } from "~/platform/pages/placeholders.server";

declare module "@remix-run/node" {
  /** What the HTTP server passes to loaders, actions and the renderer with each request. */
  interface AppLoadContext {
    nonce: string;
    requestId: string;
    /** The client's IP address, as far as TRUST_PROXY allows it to be known. */
    clientAddress: string;
    /** The method of the request. Loaders that render a rejected form again see `POST` here. */
    method?: string;
    /** For the forms of a browser that sends no fetch metadata (form-token.server.ts). */
    formToken?: IssuedFormToken;
    /** Set if the request's body is streamed (../uploads). */
    upload?: StreamedUpload;
    /** The values of this request's placeholders (placeholders.server.ts). */
    placeholders?: PlaceholderValues;
    /** The results of loaders that were started before Remix (loader-prefetch.server.ts). */
    prefetched?: Prefetched;
    /** Set by the renderer (app/entry.server.tsx) if the page's body is a stream, to be sent as it arrives. */
    isStreamed?: boolean;
  }
}
