import "@remix-run/node";
import type { FormToken } from "~/web/forms/form-token.server";

declare module "@remix-run/node" {
  /** What the HTTP server hands to loaders, actions and the renderer with each request. */
  interface AppLoadContext {
    nonce: string;
    requestId: string;
    /** The client's address, as far as TRUST_PROXY believes it. */
    clientAddress: string;
    /** The request's method: loaders that draw a refused form again see `POST`. */
    method?: string;
    /** For the forms of a browser that does not say where its requests come from (form-token.server.ts). */
    formToken?: FormToken;
    /** What this request differs in from others that see the same page (marks.server.ts). */
    notes?: Map<string, string>;
    /** What the page's loaders give, where they were run ahead (page-handlers.server.ts). */
    loaded?: Map<string, Promise<unknown>>;
  }
}
