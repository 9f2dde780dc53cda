import { expect, it, test } from "vitest";
import {
  type Exchange,
  interfaceNames,
  offencesOf,
  offencesOfAnswer,
  operationsOf,
} from "#sandbox/interfaces/interface.ts";
import { systems } from "~/platform/values/systems";

const json = { "content-type": "application/json" };
const cancellation = {
  subscription_id: "sub-1",
  email: "rich@example.com",
  firebase_id: "uid-rich",
};

/** A right cancellation and its answer, but for what is given. */
const exchange = ({
  body = cancellation as object,
  headers = { ...json, "idempotency-key": "one" } as Record<string, string>,
  path = "/subs/cancel",
  status = 200,
  answer = '{"success":true}',
  type = "application/json",
} = {}): Exchange => ({
  method: "POST",
  path,
  headers: new Headers(headers),
  body: JSON.stringify(body),
  answer: { status, headers: new Headers({ "content-type": type }), text: async () => answer },
});

it("describes outside systems by the app's names for them, and the app", () => {
  expect([...systems, "app"]).toEqual(expect.arrayContaining(interfaceNames));
});

const answers = interfaceNames.flatMap((name) =>
  operationsOf(name).flatMap(({ method, path, answers }) =>
    Object.entries(answers).flatMap(([status, { content = {} }]) =>
      Object.keys(content).map((type) => ({ name, method, path, status, type })),
    ),
  ),
);
test.each(answers)("$name $method $path $status: only what fits the schema", async (one) => {
  const path = one.path.replace("{version}", "v26.0").replace(/[{}]/g, "");
  const text = async () => "[]";
  const headers = new Headers({ "content-type": one.type.replace("*", "png") });
  const status = Number(one.status.replace("XX", "18"));
  const found = await offencesOfAnswer(one.name, { ...one, path }, { status, headers, text });
  const isRead = one.type === "application/json" && !path.includes("breachedaccount");
  expect(found.length > 0).toBe(isRead || one.type === "text/plain");
});

test("a right exchange has no offences, nor has a refusal of any status", async () => {
  const none = { request: [], answer: [] };
  expect(await offencesOf("billing", exchange())).toEqual(none);
  for (const status of [200, 404, 500])
    expect(await offencesOf("billing", exchange({ status, answer: '{"error":"No"}' }))).toEqual(
      none,
    );
});

test.each([
  ["another address", exchange({ path: "/subs/end" }), /billing.yaml has no such call/],
  ["no key", exchange({ headers: json }), /no header idempotency-key/],
  [
    "a field too many",
    exchange({ body: { ...cancellation, why: "x" } }),
    /additional properties: why/,
  ],
  [
    "a field too few",
    exchange({ body: { email: "a@b.cd" } }),
    /required property 'subscription_id'/,
  ],
  [
    "another type",
    exchange({ headers: { "idempotency-key": "a", "content-type": "text/plain" } }),
    /is text\/plain, not application\/json/,
  ],
  ["a query", exchange({ path: "/subs/cancel?now=1" }), /not in the file: now/],
])("a request with %s", async (_, wrong, words) => {
  const { request, answer } = await offencesOf("billing", wrong);
  expect(request).toEqual([expect.stringMatching(words)]);
  expect(answer).toEqual([]);
});

test.each([
  ["of another form", exchange({ answer: '{"success":"yes"}' }), /must be equal to constant/],
  ["that is no JSON", exchange({ answer: "<html>" }), /is no JSON/],
  ["of another type", exchange({ type: "text/html" }), /is text\/html/],
  ["of another status", exchange({ status: 302 }), /status 302/],
])("an answer %s", async (_, wrong, words) => {
  const { request, answer } = await offencesOf("billing", wrong);
  expect(request).toEqual([]);
  expect(answer.join("\n")).toMatch(words);
});

test("what is said of an offence contains no token and no value", async () => {
  const token = `${"a".repeat(60)}.${"b".repeat(60)}.${"c".repeat(60)}`;
  const asked = {
    ...exchange({ path: `/rec/subscriptions/${token}` }),
    headers: new Headers(json),
  };
  const said = JSON.stringify(await offencesOf("subscriptions", asked));
  expect(said).toMatch(/not text\/plain/);
  expect(said).not.toContain("aaaa");
  const { request } = await offencesOf("functions", {
    ...exchange({ path: "/changePassword", body: { password: "secret" } }),
  });
  expect(JSON.stringify(request)).not.toContain("secret");
});
