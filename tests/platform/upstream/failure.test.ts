import { expect, test } from "vitest";
import {
  codeOf,
  isUndone,
  orElse,
  UpstreamError,
  unlessDown,
  unlessMalformed,
} from "~/platform/upstream/upstream.server";

const timeout = new UpstreamError("firestore", "timeout");
const refused = new UpstreamError("billing", "refused", 422);
const malformed = new UpstreamError("firestore", "malformed");
const mistake = new TypeError("a mistake of ours");

const verbs: Record<string, (work: () => Promise<never>) => Promise<unknown>> = {
  orElse: (work) => orElse(work, ({ message }) => message),
  unlessDown,
  unlessMalformed,
};

/** What a verb comes to: its value, or what it throws. */
const outcome = (work: Promise<unknown>) => work.catch((error: unknown) => ({ thrown: error }));

test.each([
  { verb: "orElse", of: timeout, is: timeout.message },
  { verb: "orElse", of: refused, is: refused.message },
  { verb: "orElse", of: malformed, is: malformed.message },
  { verb: "orElse", of: mistake, is: { thrown: mistake } },
  { verb: "unlessDown", of: timeout, is: undefined },
  { verb: "unlessDown", of: refused, is: undefined },
  { verb: "unlessDown", of: mistake, is: { thrown: mistake } },
  { verb: "unlessMalformed", of: malformed, is: undefined },
  { verb: "unlessMalformed", of: timeout, is: { thrown: timeout } },
  { verb: "unlessMalformed", of: refused, is: { thrown: refused } },
  { verb: "unlessMalformed", of: mistake, is: { thrown: mistake } },
])("$verb of $of.name ($of.message)", async ({ verb, of, is }) => {
  const chosen = verbs[verb];
  const works = [
    () => Promise.reject(of),
    () => {
      throw of;
    },
  ];
  for (const work of works) expect(await outcome(chosen?.(work) ?? Promise.reject())).toEqual(is);
});

test.each([
  ["did not answer in time: it may be carried out", timeout, false],
  ["failed", new UpstreamError("identity", "status", 503), true],
  ["could not be reached", new UpstreamError("identity", "unreachable"), true],
  ["was not asked", new UpstreamError("identity", "open"), true],
  ["refused", refused, false],
  ["has a mistake of ours", mistake, false],
])("what is undone where a system %s", (_what, error, is) => {
  expect(isUndone(error)).toBe(is);
});

test("what works is handed on, and what follows an outage may fail in its own way", async () => {
  expect(await orElse(Promise.resolve(1), () => 2)).toBe(1);
  expect(await orElse(Promise.reject(timeout), async () => 2)).toBe(2);
  const rethrown = orElse(Promise.reject(timeout), () => {
    throw mistake;
  });
  await expect(rethrown).rejects.toBe(mistake);
});

const failed = (fields: object, cause?: unknown) =>
  Object.assign(
    new Error("connect ECONNREFUSED 10.0.0.7:443 for ana@example.com", { cause }),
    fields,
  );

const circle = new Error("its own cause");
circle.cause = circle;

test.each([
  [failed({ code: "ECONNREFUSED" }), "ECONNREFUSED"],
  [
    new TypeError("fetch failed", { cause: failed({ code: "CERT_HAS_EXPIRED" }) }),
    "CERT_HAS_EXPIRED",
  ],
  [
    failed({ code: "ESOCKET", originalCode: "ERR_TLS_CERT_ALTNAME_INVALID" }),
    "ERR_TLS_CERT_ALTNAME_INVALID",
  ],
  [failed({ code: "a text" }, failed({ code: "ENOTFOUND" })), "ENOTFOUND"],
  // No text from outside, host or address.
  [failed({}), undefined],
  [failed({ code: 13 }), undefined],
  [failed({ code: "getaddrinfo ENOTFOUND mail.example.com" }), undefined],
  [failed({ code: "MAIL.EXAMPLE.COM" }), undefined],
  [failed({ code: "10.0.0.7" }), undefined],
  [failed({ code: "ANA@EXAMPLE.COM" }), undefined],
  [failed({ code: "auth/internal-error" }), undefined],
  [circle, undefined],
  [{ code: "ECONNREFUSED" }, undefined],
  [undefined, undefined],
])("the code of %o is %s", (error, code) => {
  expect(codeOf(error)).toBe(code);
});

test("an error says its status and its code", () => {
  const { message } = new UpstreamError("mail", "unreachable", 535, "EAUTH");
  expect(message).toBe("mail: unreachable 535 EAUTH");
  expect(new UpstreamError("mail", "unreachable", undefined, "EDNS").message).toBe(
    "mail: unreachable EDNS",
  );
});
