import { describe, expect, test } from "vitest";
import { instagramCalls, readGraphError, verdictOn } from "~/features/connection/rules/refusal";
import { pausesFor, readUsage } from "~/features/connection/rules/usage";

const usageOf = (app: unknown, account?: unknown) =>
  readUsage(
    new Headers({
      ...(app !== undefined && { "X-App-Usage": String(app) }),
      ...(account !== undefined && { "X-Business-Use-Case-Usage": String(account) }),
    }),
  );
const nothingSaid = usageOf(undefined);

describe("an error", () => {
  const verdict = (
    error: object,
    call: (typeof instagramCalls)[number] = "comments",
    usage = nothingSaid,
  ) => {
    const read = readGraphError(error);
    return read && verdictOn(read, call, usage);
  };
  const graph = (code: number, more: object = {}) => ({ error: { code, message: "", ...more } });

  /** Every line of docs/instagram.md#errors, by call: me, media, comments and all insights, the three token calls. */
  test.each([
    [190, {}, "needs-person", "needs-person", "needs-person", "needs-person"],
    [190, { error_subcode: 463 }, "needs-person", "needs-person", "needs-person", "needs-person"],
    [190, { is_transient: true }, "later", "later", "later", "later"],
    [10, {}, "needs-person", "permission-missing", "permission-missing", "needs-person"],
    [200, {}, "needs-person", "permission-missing", "permission-missing", "needs-person"],
    [100, {}, "ask-without", "ask-without", "ask-without", "later"],
    [100, { error_subcode: 33 }, "needs-person", "permission-missing", "gone", "later"],
    [
      100,
      { error_subcode: 2_108_006 },
      "permission-missing",
      "permission-missing",
      "permission-missing",
      "later",
    ],
    [4, {}, "wait", "wait", "wait", "wait"],
    [17, {}, "wait", "wait", "wait", "wait"],
    [32, {}, "wait", "wait", "wait", "wait"],
    [613, {}, "wait", "wait", "wait", "wait"],
    [80_002, { is_transient: true }, "wait", "wait", "wait", "wait"],
    [1, {}, "later", "later", "later", "later"],
    [2, {}, "later", "later", "later", "later"],
    [10, { is_transient: true }, "later", "later", "later", "later"],
    [987, {}, "later", "later", "later", "later"],
  ])("%i %o", (code, more, me, media, parts, tokens) => {
    const [insights, reach, counts, audience] = [parts, parts, parts, parts];
    const expected = { me, media, comments: parts, insights, reach, counts, audience };
    for (const call of instagramCalls)
      expect([call, verdict(graph(code, more), call)?.kind]).toEqual([
        call,
        expected[call as keyof typeof expected] ?? tokens,
      ]);
  });

  test.each([
    [400, "needs-person"],
    [429, "wait"],
    [500, "later"],
  ])("of the exchange's own form: %i", (code, kind) => {
    const body = { error_type: "OAuthException", code, error_message: "canary" };
    expect(verdict(body, "exchange")).toMatchObject({ kind });
    // Of a reading's call that form says nothing about the token.
    expect(verdict(body, "comments")).toMatchObject({ kind: kind === "wait" ? "wait" : "later" });
  });

  test.each([
    [{}],
    [{ data: [] }],
    [{ error: "text" }],
    [{ error: { message: "no code" } }],
    [null],
    ["<html>"],
  ])("is none: %o", (body) => {
    expect(readGraphError(body)).toBeUndefined();
  });

  test.each([
    [4, undefined, { kind: "wait", minutes: 60, scope: "app" }],
    [80_002, undefined, { kind: "wait", minutes: 60, scope: "account" }],
    [80_002, 19, { kind: "wait", minutes: 19, scope: "account" }],
    [80_002, 0, { kind: "wait", minutes: 60, scope: "account" }],
    [80_002, 1e9, { kind: "wait", minutes: 1_440, scope: "account" }],
  ])("limit %i, told %s minutes", (code, minutes, expected) => {
    const usage = usageOf(
      undefined,
      JSON.stringify({ 1: [{ call_count: 100, estimated_time_to_regain_access: minutes }] }),
    );
    expect(verdict(graph(code), "media", usage)).toEqual(expected);
  });

  test.each([
    ["(#100) The Media Insights API does not support the views metric for this type.", ["views"]],
    ["(#100) The metric shares is not supported for this media type", ["shares"]],
    ["(#100) The metrics views, shares are not supported", ["views", "shares"]],
    ["(#100) metric[1] must be one of the following values: reach, shares", ["views"]],
    ["(#100) metric[7] must be one of the following values: reach", []],
    ["(#100) Tried accessing nonexisting field (replies) on node type (X)", ["replies{id}"]],
    ["Invalid parameter", []],
    ["The reach of this is long, views are many", []],
  ])("points at names: %s", (message, names) => {
    const error = readGraphError(graph(100, { message }));
    expect(error?.pointsAt(["reach", "views", "shares", "replies{id}"])).toEqual(names);
  });
});

describe("usage", () => {
  const account = (...entries: object[]) => JSON.stringify({ 17841: entries });

  test.each([
    ["nothing said", undefined, undefined, { app: null, account: null, regainMinutes: 0 }],
    [
      "both",
      '{"call_count":28,"total_cputime":40,"total_time":25}',
      account({
        call_count: 5,
        total_cputime: 1,
        total_time: 9,
        estimated_time_to_regain_access: 0,
      }),
      { app: 40, account: 9, regainMinutes: 0 },
    ],
    [
      "several limits of an account",
      undefined,
      account({ call_count: 5 }, { call_count: 80, estimated_time_to_regain_access: 7 }),
      { app: null, account: 80, regainMinutes: 7 },
    ],
    ["no JSON", "none", "{", { app: null, account: null, regainMinutes: 0 }],
    [
      "another shape",
      "[1]",
      '{"1":{"call_count":"all"},"2":null,"3":[4,null]}',
      { app: null, account: null, regainMinutes: 0 },
    ],
    [
      "nonsense",
      '{"call_count":-4}',
      account({ call_count: null }),
      { app: null, account: null, regainMinutes: 0 },
    ],
  ])("is read: %s", (_, app, header, expected) => {
    expect(usageOf(app, header)).toEqual(expected);
  });

  test.each([
    [0, 0],
    [74, 0],
    [75, 5],
    [90, 38],
    [100, 60],
    [240, 60],
  ])("%i %% of a limit: wait %i minutes", (percent, minutes) => {
    expect(pausesFor({ app: percent, account: null, regainMinutes: 0 })).toEqual({
      app: minutes,
      account: 0,
    });
    expect(pausesFor({ app: null, account: percent, regainMinutes: 0 })).toEqual({
      app: 0,
      account: minutes,
    });
  });

  test("what Instagram says counts for more", () => {
    expect(pausesFor({ app: 10, account: 76, regainMinutes: 11.5 })).toEqual({
      app: 0,
      account: 12,
    });
  });
});
