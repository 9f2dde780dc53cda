import { expect, test } from "vitest";
import { parseEnv } from "~/env.server";

const complete = { ...process.env };

test("a complete environment is taken, with the documented defaults", () => {
  const { env, errors } = parseEnv({
    ...complete,
    PORT: "",
    TRUST_PROXY: "",
    APP_ENV: undefined,
  });
  expect(errors).toBeUndefined();
  expect(env).toMatchObject({ APP_ENV: "production", PORT: 3000, TRUST_PROXY: 0 });
  expect(env?.ANALYSIS_SOURCES).toEqual(new Set(["outside"]));
  expect(env?.LANGUAGES).toEqual(["en"]);
});

test.each([
  ["HOST", "0.0.0.0"],
  ["HOST", "::"],
  ["HOST", "fe80::1%eth0"],
  ["HOST", "app_1.internal"],
  ["POST_IMAGE_HOSTS", "127.0.0.1,[::1],::1,*.cdn_1.example.com,localhost:4555,PICS.example.com."],
  ["FIREBASE_AUTH_EMULATOR_HOST", "localhost:9099"],
  ["FIRESTORE_EMULATOR_HOST", "[::1]:8080"],
  ["FIRESTORE_EMULATOR_HOST", "firestore"],
  ["SENTRY_DSN", "https://key@sentry.example.com/1"],
  ["SENTRY_DSN", "http://key:secret@127.0.0.1:4555/sentry/path/12"],
])("%s may be %s", (name, value) => {
  expect(parseEnv({ ...complete, [name]: value }).errors).toBeUndefined();
});

test.each([
  ["9090", "9090", ["METRICS_PORT: must be another than PORT"]],
  ["", "3000", ["METRICS_PORT: must be another than PORT"]],
  ["9090", "9091", undefined],
  ["0", "0", undefined],
])("with PORT %j METRICS_PORT may be %j, or else %o", (PORT, METRICS_PORT, faults) => {
  expect(parseEnv({ ...complete, PORT, METRICS_PORT }).errors).toEqual(faults);
});

test("a DSN's secret key, which Sentry no longer asks for, comes into no page", () => {
  const { env } = parseEnv({ ...complete, SENTRY_DSN: "http://key:secret@127.0.0.1:4555/1" });
  expect(env?.SENTRY_DSN).toBe("http://key@127.0.0.1:4555/1");
});

test("of secrets none may be empty", () => {
  const secret = "s".repeat(32);
  for (const [SESSION_SECRETS, isTaken] of [
    [`${secret}, ${secret}`, true],
    [`${secret},`, false],
    [`,${secret}`, false],
    ["", false],
  ] as const)
    expect(parseEnv({ ...complete, SESSION_SECRETS }).errors === undefined).toBe(isTaken);
});

test("languages stand in their order, with blanks; the test language in development only", () => {
  const parse = (LANGUAGES: string, APP_ENV: string) =>
    parseEnv({ ...complete, LANGUAGES, APP_ENV });
  expect(parse(" ar , en,pt-BR", "production").env?.LANGUAGES).toEqual(["ar", "en", "pt-BR"]);
  expect(parse("en,en-XA", "development").env?.LANGUAGES).toEqual(["en", "en-XA"]);
  for (const APP_ENV of ["production", "staging"])
    expect(parse("en,en-XA", APP_ENV).errors).toEqual(["LANGUAGES: en-XA is for development only"]);
});

test.each([
  ["APP_ORIGIN", undefined, "is missing"],
  ["APP_ORIGIN", "", "is missing"],
  ["APP_ORIGIN", "app.example.com", ""],
  ["APP_ORIGIN", "https://app.example.com/path", "must be an origin"],
  ["APP_ENV", "live", ""],
  ["PORT", "eighty", ""],
  ["PORT", "70000", ""],
  ["PORT", " ", ""],
  ["TRUST_PROXY", "-1", ""],
  ["TRUST_PROXY", " ", ""],
  ["SMTP_URL", "smtp://", ""],
  ["MAIL_FROM", "Profile Analyzer", "has no address"],
  ["REDIS_URL", "redis://", ""],
  ["SESSION_SECRETS", "too-short", "32 characters"],
  ["SESSION_SECRETS", `${"a".repeat(32)},short`, "32 characters"],
  ["BRANDS", "{not json", "is not JSON"],
  ["BRANDS", '{"default":{}}', ""],
  ["SUBSCRIPTIONS_URL", "ftp://secret-host.example", ""],
  ["SUBSCRIPTIONS_URL", "http://name:secretpw@localhost:4000", "no query and no password"],
  ["SUBSCRIPTIONS_URL", "http://name@localhost:4000", "no query and no password"],
  ["FUNCTIONS_URL", "https://functions.example?code=abc", "no query and no password"],
  ["EVENTS_URL", "https://events.example/#", "no query and no password"],
  ["SMTP_URL", "http://user:pass@mail.example", ""],
  ["SUPPORT_EMAIL", "nobody", ""],
  ["POST_IMAGE_HOSTS", " , ", ""],
  ["POST_IMAGE_HOSTS", "https://pics.example.com", "exact host names"],
  ["POST_IMAGE_HOSTS", "cdn.example.com,pics.example.com/path", "exact host names"],
  ["POST_IMAGE_HOSTS", "pics.*", "exact host names"],
  ["HOST", "http://127.0.0.1", "host name"],
  ["HOST", "no such host", "host name"],
  ["FIREBASE_AUTH_EMULATOR_HOST", "http://127.0.0.1:9099", "host and its port"],
  ["FIRESTORE_EMULATOR_HOST", "http://127.0.0.1:8080", "host and its port"],
  ["SENTRY_DSN", "dsn", ""],
  ["SENTRY_DSN", "https://sentry.example.com/1", "https://key@host/project"],
  ["SENTRY_DSN", "https://key@sentry.example.com:99999/1", ""],
  ["SENTRY_DSN", "https://key@sentry.example.com", "https://key@host/project"],
  ["SENTRY_DSN", "https://key@sentry.example.com/project", "https://key@host/project"],
  ["SENTRY_DSN", "mailto:key@sentry.example.com/1", "https://key@host/project"],
  ["REDIS_URL", "http://redis.example", ""],
  ["ANALYSIS_SOURCES", ",", "at least one"],
  ["INSTAGRAM_GRAPH_URL", "ftp://graph.example", ""],
  ["PAGES", "both", "plain or pieces"],
  ["PREVIOUS_DICTIONARIES", "/nowhere/at-all", "is no folder"],
  ["TOKEN_KEYS", `${"k".repeat(32)},short`, "32 characters"],
  ["LANGUAGES", "de,fr", "en among them"],
  ["LANGUAGES", "en,de,de", "twice"],
  ["LANGUAGES", "en,nl", "out of en, de, fr, es, pt-BR, it, ar"],
  ["LANGUAGES", "en,pt-br", "out of"],
  ["LANGUAGES", "en,DE", "out of"],
  ["ANALYSIS_SOURCES", "export,facebook", "out of outside, export, instagram"],
])("%s=%s is named, its value is not", (name, value, fault) => {
  const { errors } = parseEnv({ ...complete, [name]: value });
  expect(errors).toHaveLength(1);
  expect(errors?.[0]).toMatch(new RegExp(`^${name}\\b.*: `));
  expect(errors?.[0]).toContain(fault);
  if (value?.trim()) expect(errors?.[0]).not.toContain(value);
});

test.each(["facebook", "outside,Export", ","])(
  "the sources %s are named also where nothing of a connection is set",
  (ANALYSIS_SOURCES) => {
    const unset = { INSTAGRAM_APP_ID: "", INSTAGRAM_APP_SECRET: "", TOKEN_KEYS: "" };
    const { errors } = parseEnv({ ...complete, ...unset, ANALYSIS_SOURCES });
    expect(errors).toEqual([expect.stringMatching(/^ANALYSIS_SOURCES\b.*: /)]);
  },
);

test("a host of BRANDS may be written in either case", () => {
  const brands = { ...JSON.parse(complete.BRANDS ?? ""), hosts: { "Ana.Example.com": "x" } };
  const { env } = parseEnv({ ...complete, BRANDS: JSON.stringify(brands) });
  expect(env?.BRANDS.hosts).toEqual({ "ana.example.com": "x" });
});

test("a host of BRANDS is not named", () => {
  const brands = { ...JSON.parse(complete.BRANDS ?? ""), hosts: { "private.example": "z" } };
  const { errors } = parseEnv({ ...complete, BRANDS: JSON.stringify(brands) });
  expect(errors).toMatchObject([expect.stringMatching(/^BRANDS \(hosts\): /)]);
});

test.each([
  ["https://app.example.com", 1],
  ["http://localhost:3000", 0],
  ["http://127.0.0.1:3000", 0],
  ["http://app.localhost:3000", 0],
])("an emulator in production at %s: %i faults", (origin, faults) => {
  const { errors = [] } = parseEnv({
    ...complete,
    APP_ENV: "production",
    APP_ORIGIN: origin,
    FIREBASE_AUTH_EMULATOR_HOST: "127.0.0.1:9099",
    FIRESTORE_EMULATOR_HOST: undefined,
  });
  expect(errors).toHaveLength(faults);
});

test.each([
  [
    "/nowhere/key.json",
    false,
    ["GOOGLE_APPLICATION_CREDENTIALS: must be a JSON file that can be read"],
  ],
  [
    import.meta.dirname,
    false,
    ["GOOGLE_APPLICATION_CREDENTIALS: must be a JSON file that can be read"],
  ],
  [
    import.meta.filename,
    false,
    ["GOOGLE_APPLICATION_CREDENTIALS: must be a JSON file that can be read"],
  ],
  ["package.json", false, undefined],
  ["/nowhere/key.json", true, undefined],
])("the key file %s, with emulators: %j, faults: %o", (file, isEmulated, faults) => {
  const { FIREBASE_AUTH_EMULATOR_HOST, FIRESTORE_EMULATOR_HOST, ...others } = complete;
  const given = { ...(isEmulated ? complete : others), GOOGLE_APPLICATION_CREDENTIALS: file };
  expect(parseEnv(given).errors).toEqual(faults);
});

test("an emulator in production is named together with other faults", () => {
  const { errors } = parseEnv({
    ...complete,
    APP_ENV: "production",
    APP_ORIGIN: "https://app.example.com",
    FIREBASE_AUTH_EMULATOR_HOST: "127.0.0.1:9099",
    FIRESTORE_EMULATOR_HOST: "127.0.0.1:8080",
    BUNDLE_ID: "",
  });
  const names = errors?.map((line) => line.split(":", 1)[0]).sort();
  expect(names).toEqual(["BUNDLE_ID", "FIREBASE_AUTH_EMULATOR_HOST", "FIRESTORE_EMULATOR_HOST"]);
});

test.each(["https://app.example.com/", "https://app.example.com:443", "https://App.Example.com"])(
  "the origin %s is https://app.example.com",
  (written) => {
    expect(parseEnv({ ...complete, APP_ORIGIN: written }).env?.APP_ORIGIN).toBe(
      "https://app.example.com",
    );
  },
);

test("sources of analyses may be several", () => {
  const { env } = parseEnv({ ...complete, ANALYSIS_SOURCES: "export, instagram" });
  expect(env?.ANALYSIS_SOURCES).toEqual(new Set(["export", "instagram"]));
});

test.each([
  ["outside", []],
  ["export", []],
  ["export,instagram", ["INSTAGRAM_APP_ID", "INSTAGRAM_APP_SECRET", "TOKEN_KEYS"]],
])("with the sources %s, %o are needed", (sources, needed) => {
  const unset = { INSTAGRAM_APP_ID: "", INSTAGRAM_APP_SECRET: "", TOKEN_KEYS: undefined };
  const { errors = [] } = parseEnv({ ...complete, ...unset, ANALYSIS_SOURCES: sources });
  expect(errors).toEqual(needed.map((name) => `${name}: is missing`));
});

test("what a connection needs is named together with other faults", () => {
  const { errors = [] } = parseEnv({
    ...complete,
    ANALYSIS_SOURCES: "instagram",
    TOKEN_KEYS: "short",
    INSTAGRAM_APP_ID: "",
    BUNDLE_ID: "",
  });
  const names = errors.map((line) => line.split(":", 1)[0]).sort();
  expect(names).toEqual(["BUNDLE_ID", "INSTAGRAM_APP_ID", "TOKEN_KEYS"]);
});

test("Instagram's hosts have their own addresses as defaults", () => {
  const unset = { INSTAGRAM_LOGIN_URL: "", INSTAGRAM_TOKEN_URL: "", INSTAGRAM_GRAPH_URL: "" };
  expect(parseEnv({ ...complete, ...unset }).env).toMatchObject({
    INSTAGRAM_LOGIN_URL: "https://www.instagram.com",
    INSTAGRAM_TOKEN_URL: "https://api.instagram.com",
    INSTAGRAM_GRAPH_URL: "https://graph.instagram.com",
  });
});

test.each([
  [{}, []],
  [{ GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" }, []],
  [{ GOOGLE_CLIENT_ID: "id" }, ["GOOGLE_CLIENT_SECRET: is missing"]],
  [{ GOOGLE_CLIENT_SECRET: "secret" }, ["GOOGLE_CLIENT_ID: is missing"]],
  [{ GOOGLE_ISSUER: "accounts.google.com" }, ["GOOGLE_ISSUER: "]],
  [
    { GOOGLE_ISSUER: "http://google.example", APP_ORIGIN: "https://app.example.com" },
    ["GOOGLE_ISSUER: must be an https address"],
  ],
  [{ GOOGLE_ISSUER: "http://127.0.0.1:4140" }, []],
  [{ GOOGLE_ISSUER: "http://google:8080", APP_ORIGIN: "http://localhost:3000" }, []],
  [{ GOOGLE_ISSUER: "http://google.example", APP_ENV: "staging" }, []],
])("sign-in with Google, %o: %o", (given, faults) => {
  const { FIREBASE_AUTH_EMULATOR_HOST, FIRESTORE_EMULATOR_HOST, ...others } = complete;
  const { errors = [] } = parseEnv({ ...others, APP_ENV: "production", ...given });
  expect(errors).toHaveLength(faults.length);
  for (const [at, fault] of faults.entries()) expect(errors[at]).toContain(fault);
});

test("Google is the issuer unless another is named", () => {
  expect(parseEnv(complete).env?.GOOGLE_ISSUER).toBe("https://accounts.google.com");
});
