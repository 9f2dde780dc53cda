import { createContext, useContext } from "react";

interface Rendering {
  /** The CSP nonce of this response. Undefined in the browser, which hides nonces from scripts. */
  nonce: string | undefined;
  /** Whether the reader of a 404 page is signed in. No loader's data says so: none runs where no route matches. */
  isSignedIn: boolean;
}

// In the browser nobody provides it: React runs on a subscriber's pages only (`hydrate` in page-handle.ts).
const Context = createContext<Rendering>({ nonce: undefined, isSignedIn: true });

export const RenderingProvider = Context.Provider;

export const useRendering = () => useContext(Context);
