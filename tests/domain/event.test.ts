import { expect, test } from "vitest";
import { outgoingEvent, postedEvent } from "~/domain/event";

const agent = "Mozilla/5.0";

test("the e-mail goes out in the breach events only", () => {
  const email = "rich@example.com";
  expect(
    outgoingEvent({
      event: "Pwned success response",
      userAgent: agent,
      email,
      host: "h",
      status: 200,
    }),
  ).toEqual({ event: "Pwned success response", userAgent: agent, email, host: "h", status: 200 });
  const smuggled = {
    event: "cancel_error",
    userAgent: agent,
    email,
    error: `No plan for ${email}`,
  };
  expect(outgoingEvent(smuggled as never)).toEqual({
    event: "cancel_error",
    userAgent: agent,
    error: "No plan for [email]",
  });
});

test.each([
  ["an event alone", { event: "open" }, { event: "open", userAgent: agent }],
  ["its own user agent", { event: "open", userAgent: "A/1" }, { event: "open", userAgent: "A/1" }],
  [
    "flat extras",
    { event: "open", step: 2, shown: true, label: "a", none: null },
    { event: "open", userAgent: agent, step: 2, shown: true, label: "a", none: null },
  ],
  [
    "nested extras are dropped",
    { event: "open", deep: { a: 1 }, list: [1], endless: Number.POSITIVE_INFINITY },
    { event: "open", userAgent: agent },
  ],
  [
    "secretive extras are dropped",
    {
      event: "open",
      email: "a",
      userEmail: "a",
      e_mail: "a",
      "E-Mail": "a",
      password: "a",
      token: "a",
      creds: "a",
      sessionId: "a",
      cookie: "a",
    },
    { event: "open", userAgent: agent },
  ],
  [
    "an e-mail in a harmless extra is removed",
    { event: "open", page: "/a?from=eyJhbGci", note: "I am rich@example.com" },
    { event: "open", userAgent: agent, page: "/a", note: "I am [email]" },
  ],
  [
    "a prototype is no extra",
    JSON.parse('{"event":"open","__proto__":{"a":1},"constructor":"x"}'),
    { event: "open", userAgent: agent, constructor: "x" },
  ],
])("%s", (_, posted, passedOn) => {
  expect(postedEvent(posted, agent)).toEqual(passedOn);
});

test("extras are bounded in number and length", () => {
  const extras = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`extra${at}`, at]));
  expect(Object.keys(postedEvent({ event: "open", ...extras }, agent) ?? {})).toHaveLength(22);
  const long = postedEvent({ event: "open", label: "b c ".repeat(10_000) }, "d ".repeat(9_000));
  expect(String(long?.label)).toHaveLength(500);
  expect(String(long?.userAgent)).toHaveLength(500);
});

test.each([
  [undefined],
  [null],
  ["open"],
  [["open"]],
  [{}],
  [{ event: "" }],
  [{ event: 3 }],
  [{ event: "rich@example.com" }],
  [{ event: "password=hunter22" }],
  [{ event: "a".repeat(65) }],
  [{ event: "<script>" }],
])("%j is no event", (posted) => {
  expect(postedEvent(posted, agent)).toBeUndefined();
});
