import type { IncomingMessage, ServerResponse } from "node:http";
import helmet from "helmet";
import { env } from "~/env.server";

const originOf = (url: string | undefined) => (url ? [new URL(url).origin] : []);

/** Marks the place of a page's nonce in the policy. */
const placeholder = "'nonce-0'";

const policy = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      "default-src": ["'none'"],
      "base-uri": ["'none'"],
      "connect-src": ["'self'", ...originOf(env.PWNED_RANGE_URL), ...originOf(env.SENTRY_DSN)],
      "font-src": ["'self'"],
      // Some forms redirect to the billing page or to Instagram's log-in, and Chromium applies this directive to
      // redirects, too.
      "form-action": [
        "'self'",
        ...originOf(env.BILLING_PAGE_URL),
        ...(env.ANALYSIS_SOURCES.has("instagram") ? originOf(env.INSTAGRAM_LOGIN_URL) : []),
      ],
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

/** Helmet's headers, computed once rather than per response. */
function collectHeaders(): Record<string, string> {
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

const { "content-security-policy": policyTemplate = "", ...rest } = collectHeaders();

const [policyBefore = "", policyAfter = ""] = policyTemplate.split(` ${placeholder}`);

/** The content security policy. Inline scripts run only if they carry this nonce; without a nonce, none run. */
export const contentSecurityPolicy = (nonce?: string): string =>
  `${policyBefore}${nonce ? ` 'nonce-${nonce}'` : ""}${policyAfter}`;

/** Points to the rules for prefetching: browsers may fetch a link's page as soon as it is pressed. */
export const speculationRulesHeader = ["speculation-rules", '"/links.speculationrules"'] as const;

/** For every response, assets included. A page with inline scripts replaces the content security policy. */
export const securityHeaders: Readonly<Record<string, string>> = {
  ...rest,
  "content-security-policy": contentSecurityPolicy(),
  // Browser features that no page of this app uses.
  "permissions-policy":
    "accelerometer=(), browsing-topics=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()",
};
