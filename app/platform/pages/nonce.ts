import { createContext, useContext } from "react";

const Nonce = createContext<string | undefined>(undefined);

export const NonceProvider = Nonce.Provider;

/** The CSP nonce of this response. Undefined in the browser, which hides nonces from scripts. */
export const useNonce = () => useContext(Nonce);
