import { createContext, useContext } from "react";

const Nonce = createContext<string | undefined>(undefined);

export const NonceProvider = Nonce.Provider;

/** The CSP nonce of this answer; undefined in the browser, which hides it from scripts. */
export const useNonce = () => useContext(Nonce);
