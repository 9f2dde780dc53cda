import fc from "fast-check";

/** Longest value that is sent. */
const longest = 1_000_000;

/** What must never stand in a page, a header or an address as it was sent. */
export const markers = {
  element: "<x-fuzz-1>",
  attribute: "\" x-fuzz-2=' x-fuzz-2=",
  header: "\r\nx-fuzz-3: 1",
  script: "javascript:x-fuzz-4()",
  host: "//x-fuzz-5.example/",
} as const;

/** Values that somewhere mean something, so that requests get past the first check. */
const meant = [
  ..."012345678",
  ...["secret-admirers", "detect-stalkers", "key-metrics-to-identify-secret-admirers"],
  ...["friends", "likes", "lostFollowers", "pdf-course", "premium", "gift", "received", "erased"],
  ...["how-instagram-ranks-what-people-see", "Lesson_n1.pdf", "Reels_playbook.pdf", "updates"],
  ...["letGo", "goOn", "changePlan", "cancelMembership", "accept", "optOut", "continue", "cancel"],
  ...["notInterested", "Other", "continue-to-billing", "send-link", "tracking", "cancel_click"],
  ...["profile-analyzer", "rich@example.com", "nobody@example.com", "sub-1001", "1002", "reset"],
  ...["connect", "refresh", "disconnect", "slow", "personal", "access_denied", "few-posts"],
  ...["true", "plz", "/dashboard", "rich-pass", "activation", "my-plan", ""],
];

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64");

/** Values that programs stumble over. */
const nasty = [
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "..", "../../etc/passwd", "."],
  ...["%", "%00", "%E0%A4%A", "%2e%2e%2f", "\0", "\u2028", "\ud800", "\ufeff", "~~", "💥", "\t"],
  ...["null", "undefined", "NaN", "-1", "1e309", "9".repeat(400), "[]", "{}", '{"$ne":1}', "[[["],
  ...["'; drop table users; --", "{{7*7}}", "\\", "\\\\evil.example", "a@b@c", "@"],
  ...["eyJhbGciOiJub25lIn0.e30.", "e30.e30.e30", "..", "a.b.c", "W10=", "bnVsbA=="],
  base64({ email: `${markers.element}@example.com`, password: markers.attribute }),
  base64({ email: "rich@example.com", password: markers.element }),
  base64({ email: ["x"], password: { __proto__: null } }),
];

const marked = fc
  .tuple(
    fc.string({ maxLength: 8 }),
    fc.constantFrom(...Object.values(markers), Object.values(markers).join("")),
    fc.constantFrom("", "@example.com", "</script>", "-->", "]]>", "</textarea>"),
  )
  .map((parts) => parts.join(""));

const long = fc
  .tuple(
    fc.constantFrom("a", "<x-fuzz-1>", "%", "ä", "~", "=", "/", ".", "a.", "[", " "),
    fc.constantFrom(1_000, 5_000, 14_000, 17_000, 65_000, 66_000, longest),
  )
  .map(([unit, length]) => unit.repeat(length / unit.length));

export const value: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...meant) },
  { weight: 4, arbitrary: marked },
  { weight: 4, arbitrary: fc.constantFrom(...nasty) },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
  { weight: 1, arbitrary: long },
);

export const latin1 = (text: string) => Buffer.from(text).toString("latin1");

/** As a form or an address writes it, or as bytes that neither would. */
const written = (text: string, how: "encoded" | "raw" | "halved") => {
  if (how === "raw") return latin1(text).replace(/[\0-\x20\x7f]/g, "+");
  const encoded = encodeURIComponent(text.toWellFormed());
  return how === "halved" ? encoded.slice(0, -1) : encoded;
};
const way = fc.constantFrom("encoded", "encoded", "encoded", "raw", "halved");
export const part = fc.tuple(value, way).map(([text, how]) => written(text, how));
