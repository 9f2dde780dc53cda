import { createContext, useContext } from "react";

// In the browser nobody provides it: React runs on a subscriber's pages only (`hydrate` in page-handle.ts).
const SignedIn = createContext(true);

export const SignedInProvider = SignedIn.Provider;

/** Whether the reader of a 404 page is signed in. No loader's data says so: none runs where no route matches. */
export const useSignedIn = () => useContext(SignedIn);
