import type { IncomingMessage, ServerResponse } from "node:http";
import helmet from "helmet";
import { env } from "~/env.server";

const origin = (url: string | undefined) => (url ? [new URL(url).origin] : []);

/** Stands in the policy's template where a page's nonce goes. */
const placeholder = "'nonce-0'";

const policy = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      "default-src": ["'none'"],
      "base-uri": ["'none'"],
      "connect-src": ["'self'", ...origin(env.PWNED_RANGE_URL), ...origin(env.SENTRY_DSN)],
      "font-src": ["'self'"],
      // Forms that end on the billing page are redirected there, which Chromium checks too.
      "form-action": ["'self'", ...origin(env.BILLING_PAGE_URL)],
      "frame-ancestors": ["'none'"],
      "img-src": ["'self'", "data:"],
      "manifest-src": ["'self'"],
      "script-src": ["'self'", placeholder],
      "style-src": ["'self'"],
      "worker-src": ["'none'"],
      ...(env.APP_ORIGIN.startsWith("https:") ? { "upgrade-insecure-requests": [] } : {}),
    },
  },
  crossOriginEmbedderPolicy: false,
  // `no-referrer` would make forms without JavaScript send `Origin: null`.
  referrerPolicy: { policy: "strict-origin-when-cross-origin" },
  strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
  xFrameOptions: { action: "deny" },
});

/** helmet's headers, worked out once. */
function collect(): Record<string, string> {
  const headers: Record<string, string> = {};
  const collector = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => {},
  };
  policy({} as IncomingMessage, collector as unknown as ServerResponse, () => {});
  return headers;
}

const { "content-security-policy": template = "", ...rest } = collect();

/** The policy of a page whose inline scripts carry this nonce; without one, no inline script runs. */
export function contentSecurityPolicy(nonce?: string): string {
  return template.replace(` ${placeholder}`, nonce ? ` 'nonce-${nonce}'` : "");
}

/** Names the links whose pages a browser may fetch while the finger is still down. */
export const speculationRules = ["speculation-rules", '"/links.speculationrules"'] as const;

/** On every answer, assets too; a page with inline scripts sets a policy of its own. */
export const securityHeaders: Readonly<Record<string, string>> = {
  ...rest,
  "content-security-policy": contentSecurityPolicy(),
  // Features that no page of this app uses.
  "permissions-policy":
    "accelerometer=(), browsing-topics=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()",
};
