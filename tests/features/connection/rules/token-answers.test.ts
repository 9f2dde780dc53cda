import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { grantAnswer, longLivedAnswer } from "~/features/connection/rules/token-answers";
import { parseExactJson } from "~/features/history/exact-json";
import { AccessToken } from "~/platform/tokens/access-token";

const exactly = (text: string) => parseExactJson(text).value;

describe("exact JSON", () => {
  test.each([
    ["17841405793187219", "17841405793187219"],
    ["-17841405793187219", "-17841405793187219"],
    ["9007199254740991", 9_007_199_254_740_991],
    ["9007199254740993", "9007199254740993"],
    ["1.5", 1.5],
    ["0", 0],
    ['"17841405793187219"', "17841405793187219"],
    ['{"a":[{"user_id":17841405793187219}]}', { a: [{ user_id: "17841405793187219" }] }],
  ])("%s", (text, value) => {
    expect(exactly(text)).toEqual(value);
  });

  test("is JSON.parse for all that holds no integer beyond 2^53", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const parsed: unknown = JSON.parse(text);
        fc.pre(!/\d{16}|e\+?\d{2}/i.test(text));
        expect(exactly(text)).toEqual(parsed);
      }),
    );
  });

  test("what is no JSON is told apart", () => {
    expect(parseExactJson("<html>")).toEqual({ ok: false });
  });
});

describe("a token", () => {
  const token = new AccessToken("IGAAcanary");

  test("shows only where it is asked for", () => {
    expect(token.reveal()).toBe("IGAAcanary");
    const shown = [
      `${token}`,
      JSON.stringify({ token }),
      inspect({ deep: { token } }, { depth: 9, showHidden: true }),
      Object.values(token),
    ];
    expect(JSON.stringify(shown)).not.toContain("canary");
  });

  const grantOf = (body: string) => {
    const { data } = grantAnswer.safeParse(exactly(body));
    return data && { ...data, token: data.token.reveal() };
  };
  test.each([
    [
      "as documented",
      '{"data":[{"access_token":"T","user_id":"17841405793187219","permissions":"a,b"}]}',
      { token: "T", userId: "17841405793187219", permissions: ["a", "b"] },
    ],
    [
      "flat, with a bare number",
      '{"access_token":"T","user_id":17841405793187219}',
      { token: "T", userId: "17841405793187219", permissions: null },
    ],
    [
      "flat, with a list",
      '{"access_token":"T","user_id":12,"permissions":["a","b"]}',
      { token: "T", userId: "12", permissions: ["a", "b"] },
    ],
    [
      "an id of null",
      '{"data":[{"access_token":"T","user_id":null,"permissions":null}]}',
      { token: "T", userId: null, permissions: null },
    ],
    ["without an id", '{"access_token":"T"}', { token: "T", userId: null, permissions: null }],
    ["without a token", '{"user_id":12}', undefined],
    ["an empty token", '{"access_token":""}', undefined],
    ["an empty list", '{"data":[]}', undefined],
  ])("is read from the exchange: %s", (_, body, grant) => {
    expect(grantOf(body)).toEqual(grant);
  });

  test.each([
    ['{"access_token":"T","token_type":"bearer","expires_in":5183944}', 5_183_944_000],
    ['{"access_token":"T","expires_in":"5183944"}', 5_183_944_000],
    ['{"access_token":"T"}', undefined],
    ['{"access_token":"T","expires_in":null}', undefined],
    ['{"access_token":"T","expires_in":"0"}', undefined],
    ['{"access_token":"T","expires_in":"1e9"}', undefined],
    ['{"access_token":"T","expires_in":"5183944.5"}', undefined],
    ['{"access_token":"T","expires_in":"17841405793187219"}', undefined],
    ['{"access_token":"T","expires_in":0}', undefined],
    ['{"access_token":"T","expires_in":"soon"}', undefined],
  ])("lives as long as %s says", (body, lifetime) => {
    expect(longLivedAnswer.safeParse(exactly(body)).data?.lifetime).toBe(lifetime);
  });
});
