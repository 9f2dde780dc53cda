import fc from "fast-check";
import { latin1, part, value } from "./odd-values.ts";
import type { RawRequest } from "./raw-request.ts";

const queryNames = [
  ...["creds", "redirectTo", "ended", "sent", "ready", "id", "t", "from", "unsubscription"],
  ...["whole", "showerrbtn", "utm_source", "utm_campaign", "gclid", "fbclid", "index", "_routes"],
  ...["code", "state", "error", "problem", "disconnected", "seen", "q", "page"],
  ...["_data", "__proto__"],
];
const fieldNames = [
  ...["email", "password", "intent", "from", "press", "select", "stars", "feedback", "id", "code"],
  ...["host", "emailing", "inAppUnsubscribe", "event", "userAgent", "source", "name__confirm"],
  ...["signed_request", "from__confirm", "__proto__", "constructor"],
];

const pairs = (names: string[], most: number) =>
  fc
    .array(fc.tuple(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...names) }, part), part), {
      maxLength: most,
    })
    .map((all) => all.map(([name, text]) => `${name}=${text}`).join("&"));

/** Every field at once, so that no form is refused for one that is missing. */
const wholeForm = fc
  .tuple(...fieldNames.map((name) => part.map((text) => `${name}=${text}`)))
  .map((all) => all.join("&"));

const boundary = "x-fuzz-boundary";
const multipart = fc
  .array(
    fc.tuple(
      fc.constantFrom(...fieldNames),
      value,
      fc.constantFrom("", '; filename="x.txt"', '; filename="'),
    ),
    { maxLength: 6 },
  )
  .chain((fields) =>
    fc.constantFrom(`--${boundary}--\r\n`, `--${boundary}--`, "", "--").map((end) => {
      const parts = fields.map(
        ([name, text, file]) =>
          `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${text}\r\n`,
      );
      return parts.join("") + end;
    }),
  );

const jsonObject = fc
  .dictionary(
    fc.constantFrom(...fieldNames),
    fc.oneof({ weight: 3, arbitrary: value }, fc.jsonValue({ maxDepth: 3 })),
    { maxKeys: 8 },
  )
  .map((object) => JSON.stringify(object));
const json = fc.oneof(
  { weight: 4, arbitrary: jsonObject },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: jsonObject.map((text) => text.slice(0, -1)) },
  { weight: 1, arbitrary: fc.constantFrom("[".repeat(60_000), '{"a":'.repeat(12_000), "null", "") },
);

const form = "application/x-www-form-urlencoded";
const content: fc.Arbitrary<[type: string, body: string]> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constant(form), fc.oneof(pairs(fieldNames, 8), wholeForm)) },
  {
    weight: 2,
    arbitrary: fc.tuple(
      fc.constantFrom(`multipart/form-data; boundary=${boundary}`, "multipart/form-data"),
      multipart,
    ),
  },
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom("application/json", "text/plain"), json) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(form, "application/json", "text/plain", "text/x"), value),
  },
);

const headerNames = [
  ...["accept", "accept-encoding", "accept-language", "authorization", "cookie", "expect", "host"],
  ...["if-match", "if-modified-since", "if-none-match", "if-range", "origin", "range", "referer"],
  ...["content-type", "sec-fetch-site", "sec-purpose", "upgrade", "user-agent", "x-forwarded-for"],
  ...["x-forwarded-host", "x-forwarded-proto", "x-http-method-override", "content-encoding"],
  ...["x-remix-response", "forwarded", "priority", "traceparent", "baggage", "sentry-trace"],
  ...["last-event-id", "idempotency-key", "te", "transfer-encoding", "content-length"],
];
const meantInHeaders = [
  ...["br", "gzip;q=0, br", "zstd", "identity;q=0", "*", "bytes=0-", "bytes=-1", "bytes=9-1"],
  ...["bytes=0-0,5-9", "bytes=99999999999999999999-", '"x", W/"y"', "same-origin", "cross-site"],
  ...["null", "http://[", "session=", "session=e30.x; credentials=e30", "websocket", "[::1]:x"],
  ...["100-continue", "::ffff:10.0.0.1", "1.2.3.4, 5.6.7.8", "999.1.1.1", "chunked", "10"],
];
const headerValue = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...meantInHeaders) },
  // Line ends would only end the header; those within values are sent in addresses and bodies.
  { weight: 2, arbitrary: value.map((text) => latin1(text).replace(/[\r\n\0]/g, " ")) },
);

const method = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom("GET", "POST") },
  { weight: 1, arbitrary: fc.constantFrom("HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH") },
);

/** Fills a route's parameters: `/articles/:slug` asks for `/articles/…`. */
const targetOf = (pattern: string) => {
  const parts = pattern
    .split("/")
    .filter(Boolean)
    .map((segment) => (/^[:*]/.test(segment) ? part : fc.constant(segment)));
  return fc
    .tuple(
      fc.tuple(...parts),
      fc.oneof({ weight: 5, arbitrary: fc.constantFrom("", "", "", ".data", "/") }, part),
      pairs(queryNames, 4),
    )
    .map(([path, end, query]) => `/${path.join("/")}${end}${query && `?${query}`}`);
};

/** Targets that are no path of ours, and that parsers stumble over. */
const noPath = fc.constantFrom("//a@[#x", "//[", "//evil.example/", "http://[", "http://a:b/", "*");

/** A request for a route from somebody with this cookie; each from a client of its own, unless it says. */
export function oddRequest(pattern: string, origin: string, cookie: string) {
  return fc
    .record({
      method,
      target: fc.oneof(
        { weight: 30, arbitrary: targetOf(pattern) },
        { weight: 1, arbitrary: noPath },
      ),
      content,
      signedIn: fc.boolean(),
      own: fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)),
      odd: fc.uniqueArray(fc.tuple(fc.constantFrom(...headerNames), headerValue), {
        maxLength: 2,
        selector: ([name]) => name,
      }),
    })
    .map(({ method, target, content: [type, text], signedIn, own, odd }): RawRequest => {
      const body = method === "POST" ? Buffer.from(text) : Buffer.alloc(0);
      const usual: [string, string][] = [
        ["host", new URL(origin).host],
        ["connection", "close"],
        ["x-forwarded-for", `10.${own.join(".")}`],
      ];
      if (signedIn) usual.push(["cookie", cookie]);
      if (method === "POST")
        usual.push(
          ["origin", origin],
          ["content-type", type],
          ["content-length", String(body.byteLength)],
        );
      const oddNames = new Set(odd.map(([name]) => name));
      const headers = [...usual.filter(([name]) => !oddNames.has(name)), ...odd];
      return { method, target, headers, body };
    });
}
