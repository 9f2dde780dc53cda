import { readFileSync, statSync } from "node:fs";
import { isIP } from "node:net";
import { z } from "zod";
import { brandNames } from "~/features/account/brand";
import { parseJson } from "~/platform/values/json";
import { languageTags } from "~/platform/values/languages";

const text = z.string().trim().min(1);
/** Paths are put behind it; and `fetch` takes no address with a password. */
const address = z
  .url({ protocol: /^https?$/ })
  .refine((url) => {
    const { username, password } = URL.parse(url) ?? { username: "", password: "" };
    return !/[?#]/.test(url) && username + password === "";
  }, "must have no query and no password")
  .transform((url) => url.replace(/\/+$/, ""));
const number = text.pipe(z.coerce.number<string>().int().min(0));
const port = number.pipe(z.number().max(65_535));

/** `a, b` → `["a", "b"]`. */
const list = z
  .string()
  .transform((value) =>
    value
      .split(",")
      .map((item) => item.trim())
      .filter(Boolean),
  )
  .pipe(z.array(z.string()).min(1, "needs at least one entry"));

/** The port may be written or left out: Google's libraries take both. */
const emulator = text.regex(/^[^\s/]+$/, "must be a host and its port, without http://");

const isHost = (host: string) => isIP(host) !== 0 || /^[\w-]+(\.[\w-]+)*\.?$/.test(host);

const imageHosts = list.refine(
  (entries) => entries.every((entry) => /^(\*\.)?[^\s/*]+$/.test(entry)),
  "must be exact host names, or *.suffix",
);

/** The form of a DSN that Sentry takes. With any other, it writes an error to the log and sends nothing. */
const dsn = z
  .url()
  .regex(
    /^https?:\/\/\w+(:\w*)?@(\[[:.%\w]+\]|[\w.-]+)(:\d+)?\/(.+\/)?\d[^/]*$/,
    "must be https://key@host/project",
  )
  // Every page holds it: a secret key, which Sentry no longer asks for, is not for visitors.
  .transform((address) => address.replace(/:\w*@/, "@"));

/** An empty one between two commas is one that got lost. */
const secrets = z
  .string()
  .transform((value) => value.split(",").map((secret) => secret.trim()))
  .refine(
    (entries) => entries.every((secret) => secret.length >= 32),
    "every secret needs 32 characters or more",
  );

const planId = z.string().min(1);
const brand = z.object({
  billingUrl: address,
  plans: z.object({
    pdfCourse: planId,
    profileReport: planId,
    reelsPlaybook: planId,
    premiumOneMonth: planId,
    giftOneMonth: planId,
  }),
});
const brandName = z.enum(brandNames);
const brands = z
  .string()
  .transform((value, context) => {
    const parsed = parseJson(value);
    if (parsed.ok) return parsed.value;
    context.addIssue({ code: "custom", message: "is not JSON" });
    return z.NEVER;
  })
  .pipe(
    z.object({
      default: brand,
      x: brand,
      y: brand,
      /** Names of hosts are the same in either case (RFC 9110, 4.2.3). */
      hosts: z.record(z.string().toLowerCase(), brandName).default({}),
    }),
  );

/** Where analyses come from (docs/product.md#sources). */
const analysisSources = z
  .array(z.enum(["outside", "export", "instagram"], "must be out of outside, export, instagram"))
  .transform((names) => new Set(names));

/** The languages of the app (docs/configuration.md). */
const languages = z
  .array(z.enum(languageTags, `must be out of ${languageTags.slice(0, -1).join(", ")}`))
  .refine((tags) => tags.includes("en"), "must have en among them")
  .refine((tags) => new Set(tags).size === tags.length, "names one twice");

/** Whether a host name means this machine. */
export const isLoopback = (hostname: string) =>
  hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);

const isFolder = (path: string) =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

function isKeyFile(path: string): boolean {
  try {
    return parseJson(readFileSync(path, "utf8")).ok;
  } catch {
    return false;
  }
}

const schema = z
  .object({
    NODE_ENV: z.string().default("production"),
    APP_ENV: z.enum(["production", "staging", "development"]).default("production"),
    APP_ORIGIN: address
      .refine(
        (url) => new URL(url).href === `${new URL(url).origin}/`,
        "must be an origin, without a path",
      )
      .transform((url) => new URL(url).origin),
    PORT: port.default(3000),
    HOST: text.refine(isHost, "must be a host name or an address").optional(),
    TRUST_PROXY: number.default(0),
    SESSION_SECRETS: secrets,
    BUNDLE_ID: text,
    FIREBASE_PROJECT_ID: text,
    FIREBASE_API_KEY: text,
    GOOGLE_APPLICATION_CREDENTIALS: text.optional(),
    FIREBASE_AUTH_EMULATOR_HOST: emulator.optional(),
    FIRESTORE_EMULATOR_HOST: emulator.optional(),
    SUBSCRIPTIONS_URL: address,
    SUBSCRIPTIONS_SECRET: text,
    BRANDS: brands,
    FUNCTIONS_URL: address,
    EVENTS_URL: address.optional(),
    FUNNEL_URL: z.url({ protocol: /^https?$/ }),
    BILLING_PAGE_URL: z.url({ protocol: /^https?$/ }),
    REFUND_FORM_URL: z.url({ protocol: /^https?$/ }),
    POST_IMAGE_HOSTS: imageHosts,
    SMTP_URL: z.url({ protocol: /^smtps?$/, hostname: /./ }),
    MAIL_FROM: text.regex(/[^\s<]@[^\s>]/, "has no address"),
    SUPPORT_EMAIL: z.email(),
    SENTRY_DSN: dsn.optional(),
    RELEASE: text.optional(),
    PWNED_RANGE_URL: address.optional(),
    METRICS_PORT: port.optional(),
    REDIS_URL: z.url({ protocol: /^rediss?$/, hostname: /./ }).optional(),
    PAGES: z.enum(["plain", "pieces"], "must be plain or pieces").default("pieces"),
    PREVIOUS_DICTIONARIES: text.refine(isFolder, "is no folder").optional(),
    LANGUAGES: list.pipe(languages).default(["en"]),
    ANALYSIS_SOURCES: list.pipe(analysisSources).default(new Set(["outside" as const])),
    REPORT_SOURCE: z
      .enum(["outside", "built-in"], "must be outside or built-in")
      .default("outside"),
    INSTAGRAM_APP_ID: text.optional(),
    INSTAGRAM_APP_SECRET: text.optional(),
    INSTAGRAM_LOGIN_URL: address.default("https://www.instagram.com"),
    INSTAGRAM_TOKEN_URL: address.default("https://api.instagram.com"),
    INSTAGRAM_GRAPH_URL: address.default("https://graph.instagram.com"),
    TOKEN_KEYS: secrets.optional(),
    GOOGLE_CLIENT_ID: text.optional(),
    GOOGLE_CLIENT_SECRET: text.optional(),
    // Compared with what the provider calls itself, so it is kept as it is written.
    GOOGLE_ISSUER: z.url({ protocol: /^https?$/ }).default("https://accounts.google.com"),
  })
  .check(({ value, issues }) => {
    const refuse = (name: keyof typeof value, message: string) =>
      issues.push({ code: "custom", path: [name], message, input: undefined });
    if (value.APP_ENV !== "development" && value.LANGUAGES.includes("en-XA"))
      refuse("LANGUAGES", "en-XA is for development only");
    // Of 0, each gets a port of its own.
    if (value.METRICS_PORT === value.PORT && value.PORT !== 0)
      refuse("METRICS_PORT", "must be another than PORT");
    if (!isPublicProduction(value)) return;
    const issuer = URL.parse(value.GOOGLE_ISSUER);
    if (issuer?.protocol === "http:" && !isLoopback(issuer.hostname))
      refuse("GOOGLE_ISSUER", "must be an https address in production");
  });

/** Whether it is a production app that other machines can reach. A malformed origin is reported by its own check. */
function isPublicProduction({ APP_ENV, APP_ORIGIN }: { APP_ENV: string; APP_ORIGIN: string }) {
  const origin = URL.parse(APP_ORIGIN);
  // Names below `localhost`, too (RFC 6761, 6.3): no name server that others ask may know them.
  const isHere = !origin || isLoopback(origin.hostname) || origin.hostname.endsWith(".localhost");
  return APP_ENV === "production" && !isHere;
}

export type Env = z.infer<typeof schema>;

// Checked even after other faults, so that one start names all of them. `value` may lack a variable, or hold it unparsed.
const withRule = (
  soFar: typeof schema,
  names: readonly (keyof Env)[],
  isKept: (value: Env, name: keyof Env) => boolean,
  error: string,
) =>
  names.reduce(
    (all, name) =>
      all.refine((value) => isKept(value, name), { path: [name], when: () => true, error }),
    soFar,
  );

/** docs/configuration.md: needed where subscribers connect their Instagram account. */
const ableToConnect = withRule(
  schema,
  ["INSTAGRAM_APP_ID", "INSTAGRAM_APP_SECRET", "TOKEN_KEYS"],
  (value, name) =>
    value[name] !== undefined ||
    !(value.ANALYSIS_SOURCES instanceof Set && value.ANALYSIS_SOURCES.has("instagram")),
  "is missing",
);
/** docs/configuration.md: an emulator accepts anybody's token. */
const withoutEmulator = withRule(
  ableToConnect,
  ["FIREBASE_AUTH_EMULATOR_HOST", "FIRESTORE_EMULATOR_HOST"],
  (value, name) => value[name] === undefined || !isPublicProduction(value),
  "an emulator must not be used in production",
);
/** Google's library reads it at the first call only: a roll-out would go through, and nobody could sign in. */
const withCredentials = withRule(
  withoutEmulator,
  ["GOOGLE_APPLICATION_CREDENTIALS"],
  ({ FIREBASE_AUTH_EMULATOR_HOST, FIRESTORE_EMULATOR_HOST, ...value }) =>
    value.GOOGLE_APPLICATION_CREDENTIALS === undefined ||
    (FIREBASE_AUTH_EMULATOR_HOST && FIRESTORE_EMULATOR_HOST) !== undefined ||
    isKeyFile(value.GOOGLE_APPLICATION_CREDENTIALS),
  "must be a JSON file that can be read",
);
/** docs/configuration.md: both, or no sign-in with Google. */
const checked = withRule(
  withCredentials,
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  (value, name) =>
    value[name] !== undefined ||
    (value.GOOGLE_CLIENT_ID ?? value.GOOGLE_CLIENT_SECRET) === undefined,
  "is missing",
);

/**
 * Checks the environment of docs/configuration.md. Empty variables count as missing.
 * The errors name the variable and what is wrong with it, never its value.
 */
export function parseEnv(
  source: Record<string, string | undefined>,
): { env: Env; errors?: undefined } | { env?: undefined; errors: string[] } {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const result = checked.safeParse(given);
  if (result.success) return { env: result.data };
  const errors = new Map<string, string>();
  for (const issue of result.error.issues) {
    const [name, ...inside] = issue.path.map(String);
    if (!name || errors.has(name)) continue;
    // Host names are part of the value, so they are not shown.
    const place = inside[0] === "hosts" ? ["hosts"] : inside;
    const where = place.length > 0 ? ` (${place.join(".")})` : "";
    errors.set(
      name,
      `${name}${where}: ${given[name] === undefined ? "is missing" : issue.message}`,
    );
  }
  return { errors: [...errors.values()] };
}

function readEnv(): Env {
  const { env, errors } = parseEnv(process.env);
  if (env) return env;
  for (const line of errors) process.stderr.write(`${line}\n`);
  process.exit(1);
}

/** The environment, read once at start. A missing or malformed value ends the process (docs/configuration.md). */
export const env = readEnv();
