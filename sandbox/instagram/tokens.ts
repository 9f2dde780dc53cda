import { randomBytes } from "node:crypto";
import type { SandboxAccount } from "./account.ts";
import type { Clock } from "./clock.ts";
import type { Scope } from "./plan.ts";

const hour = 3_600_000;
const day = 24 * hour;
/** Seconds, as Instagram says it: a little less than 60 days. */
export const longLifetime = 5_183_944;

export interface SandboxToken {
  text: string;
  account: SandboxAccount;
  kind: "short" | "long";
  /** Epoch milliseconds. */
  issuedAt: number;
  expiresAt: number;
  /** Why it is no longer valid: the subcode of error 190. */
  withdrawn: number | null;
}

interface Code {
  account: SandboxAccount;
  redirectUri: string;
  expiresAt: number;
  granted: readonly Scope[];
  used: boolean;
}

/** Codes and tokens, by the sandbox's clock. */
export interface Tokens {
  readonly all: Map<string, SandboxToken>;
  issueCode(account: SandboxAccount, redirectUri: string, granted: readonly Scope[]): string;
  /** Uses the code up. @returns the words of the refusal if it is not valid */
  redeem(code: string, redirectUri: string): Code | string;
  issue(account: SandboxAccount, kind: SandboxToken["kind"]): SandboxToken;
  /** @returns the token, or the subcode and the words of error 190 */
  check(text: string): SandboxToken | { subcode: number | null; message: string };
  clear(): void;
}

export function createTokens(clock: Clock): Tokens {
  const codes = new Map<string, Code>();
  const all = new Map<string, SandboxToken>();
  return {
    all,
    issueCode(account, redirectUri, granted) {
      const code = `AQ${randomBytes(60).toString("base64url")}`;
      const expiresAt = clock.now() + hour;
      codes.set(code, { account, redirectUri, expiresAt, granted, used: false });
      return code;
    },
    redeem(text, redirectUri) {
      const code = codes.get(text);
      if (!code) return "Invalid authorization code";
      if (code.used) return "This authorization code has been used";
      if (clock.now() >= code.expiresAt) return "This authorization code has expired";
      if (code.redirectUri !== redirectUri)
        return "Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request";
      code.used = true;
      return code;
    },
    issue(account, kind) {
      const text = `IGAA${randomBytes(90).toString("base64url")}`;
      const issuedAt = clock.now();
      const expiresAt = issuedAt + (kind === "short" ? hour : longLifetime * 1_000);
      const token = { text, account, kind, issuedAt, expiresAt, withdrawn: null };
      all.set(text, token);
      return token;
    },
    check(text) {
      const token = all.get(text);
      // Meta's own message quotes the token, which is why the app must not keep messages.
      if (!token) return { subcode: null, message: `Malformed access token ${text}` };
      if (token.withdrawn !== null)
        return {
          subcode: token.withdrawn,
          message: "Error validating access token: The user has not authorized application.",
        };
      if (clock.now() >= token.expiresAt)
        return { subcode: 463, message: "Error validating access token: Session has expired." };
      return token;
    },
    clear() {
      codes.clear();
      all.clear();
    },
  };
}

/** Whether Instagram refreshes it: it lives 60 days, and is 24 hours old at least. */
export const isRefreshable = (token: SandboxToken, now: number) =>
  token.kind === "long" && now - token.issuedAt >= day;
