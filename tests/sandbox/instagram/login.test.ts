import { describe, expect, it } from "vitest";
import { instagramApp } from "#sandbox/instagram/instagram.ts";
import { scopes } from "#sandbox/instagram/plan.ts";
import { few } from "#tests/setup/cases";
import {
  ask,
  authorizeQuery,
  callback,
  choose,
  codeOf,
  exchange,
  instagram,
  login,
  read,
  refresh,
} from "#tests/setup/instagram";

const day = 86_400_000;

describe("the authorize page", () => {
  it("offers every account to choose from", async () => {
    const page = await (await fetch(`${login}/oauth/authorize?${authorizeQuery()}`)).text();
    for (const { plan } of instagram.accounts) expect(page).toContain(`value="${plan.key}"`);
    expect(instagram.accounts.length).toBeGreaterThanOrEqual(60);
  });

  it("sends the person back with a code, the state, and #_ behind them", async () => {
    const back = await choose("creator");
    expect(back.origin + back.pathname).toBe(callback);
    expect(Object.fromEntries(back.searchParams)).toEqual({
      code: expect.stringMatching(/^AQ[\w-]{80}$/),
      state: "the-state",
    });
    expect(back.hash).toBe("#_");
  });

  it.each([
    ["one that refuses", "refuses", {}],
    ["Not now", "creator", { press: "refuse" }],
    ["a personal account that stays one", "personal", { press: "refuse" }],
  ])("sends the person back without a code: %s", async (_, account, fields) => {
    const back = await choose(account, fields);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: "access_denied",
      error_reason: "user_denied",
      state: "the-state",
    });
    expect(back.searchParams.get("code")).toBeNull();
  });

  it("lets a personal account through once it is a creator account", async () => {
    expect((await choose("personal")).href).toBe("about:blank");
    expect(await codeOf("personal", { press: "switch" })).not.toBe("");
    expect(instagram.account("personal").type).toBe("MEDIA_CREATOR");
  });

  it.each(
    few(
      [
        [{ client_id: "other" }],
        [{ redirect_uri: "http://localhost:3000/elsewhere" }],
        [{ response_type: "token" }],
        [{ scope: "instagram_business_basic,everything" }],
        [{ scope: "instagram_business_manage_insights" }],
      ],
      2,
    ),
  )("refuses %o", async (changes) => {
    const query = authorizeQuery(changes);
    expect((await fetch(`${login}/oauth/authorize?${query}`)).status).toBe(400);
  });
});

describe("a code", () => {
  it("gives a token once", async () => {
    const code = await codeOf("creator", { withhold: scopes[1] });
    expect(await (await exchange(code)).json()).toEqual({
      data: [
        {
          access_token: expect.stringMatching(/^IGAA/),
          user_id: instagram.account("creator").userId,
          permissions: `${scopes[0]},${scopes[2]}`,
        },
      ],
    });
    const again = await exchange(code);
    expect(again.status).toBe(400);
    expect(await again.json()).toMatchObject({ error_type: "OAuthException", code: 400 });
  });

  it("comes with #_ and gives the flat form for some, with a number that no double holds", async () => {
    const code = await codeOf("flat-answers");
    expect(code).toMatch(/#_$/);
    const text = await (await exchange(code.slice(0, -2))).text();
    const { userId } = instagram.account("flat-answers");
    expect(text).toContain(`"user_id":${userId}}`);
    expect(String(JSON.parse(text).user_id)).not.toBe(userId);
  });

  it("lives an hour", async () => {
    const code = await codeOf("creator");
    instagram.clock.advance(3_600_000);
    expect((await exchange(code)).status).toBe(400);
  });

  it.each([
    [{ client_secret: "wrong" }],
    [{ redirect_uri: `${callback}/` }],
    [{ grant_type: "password" }],
    [{ code: "invented" }],
  ])("is refused with %o", async (changes) => {
    expect((await exchange(await codeOf("creator"), changes)).status).toBe(400);
  });
});

describe("a token", () => {
  it("is exchanged for one that lives 60 days, and that is refreshed from 24 hours on", async () => {
    const { data } = await (await exchange(await codeOf("creator"))).json();
    const long = await ask("/access_token", {
      grant_type: "ig_exchange_token",
      client_secret: instagramApp.secret,
      access_token: data[0].access_token,
    });
    expect(long).toEqual({
      access_token: expect.stringMatching(/^IGAA/),
      token_type: "bearer",
      expires_in: 5_183_944,
    });
    expect(await refresh(long.access_token ?? "")).toMatchObject({ error: { code: 100 } });
    instagram.clock.advance(day);
    expect(await refresh(long.access_token ?? "")).toMatchObject({ expires_in: 5_183_944 });
    expect(await read("/me", data[0].access_token)).toMatchObject({ error: { code: 190 } });
  });

  it("is lost once it has expired", async () => {
    const { text } = instagram.connect("creator");
    instagram.clock.advance(60 * day);
    expect(await refresh(text)).toMatchObject({ error: { code: 190, error_subcode: 463 } });
    expect(await read("/me", text)).toMatchObject({ error: { code: 190, error_subcode: 463 } });
  });
});
