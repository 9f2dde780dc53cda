import { describe, expect, test } from "vitest";
import { callback } from "#tests/setup/instagram";
import { sandbox } from "#tests/setup/outside";
import {
  authorizeAddress,
  exchangeCode,
  getAccount,
  getLongLivedToken,
  openSignedRequest,
  refreshToken,
} from "~/features/connection/store/instagram.server";

const { instagram } = sandbox.world;

const day = 86_400_000;

/** Presses an account's button on Instagram's page. @returns the code of the callback */
async function allowAs(account: string): Promise<string> {
  const response = await fetch(authorizeAddress("the-state", callback), {
    method: "POST",
    body: new URLSearchParams({ account }),
    redirect: "manual",
  });
  const back = new URL(response.headers.get("location") ?? "");
  expect(back.searchParams.get("state")).toBe("the-state");
  return back.searchParams.get("code") ?? "";
}

describe("connecting", () => {
  test.each([
    [
      "creator",
      [
        "instagram_business_basic",
        "instagram_business_manage_insights",
        "instagram_business_manage_comments",
      ],
    ],
    ["no-insights", ["instagram_business_basic", "instagram_business_manage_comments"]],
    // The flat form, with `#_` behind the code.
    ["flat-answers", null],
  ])(
    "as %s gives a token for an hour, for 60 days, and a refreshed one",
    async (key, permissions) => {
      const grant = await exchangeCode(await allowAs(key), callback);
      expect(grant.userId).toBe(instagram.account(key).userId);
      expect(grant.permissions).toEqual(permissions);
      const long = await getLongLivedToken(grant.token);
      expect(long.lifetime).toBe(5_183_944_000);
      instagram.clock.advance(40 * day);
      const refreshed = await refreshToken(long.token);
      instagram.clock.advance(40 * day);
      expect((await getAccount(refreshed.token)).value.userId).toBe(instagram.account(key).userId);
      await expect(getAccount(long.token)).rejects.toMatchObject({
        verdict: { kind: "needs-person" },
        code: 190,
        subcode: 463,
      });
    },
  );

  test("a code works once, and a lost answer is not asked for again", async () => {
    const code = await allowAs("creator");
    sandbox.faults.set("instagram", { kind: "lost-answer" }, 1);
    await expect(exchangeCode(code, callback)).rejects.toMatchObject({ kind: "unreachable" });
    await expect(exchangeCode(code, callback)).rejects.toMatchObject({
      call: "exchange",
      verdict: { kind: "needs-person" },
    });
    const exchanges = sandbox.world.calls.filter(({ path }) => path === "/oauth/access_token");
    expect(exchanges).toHaveLength(2);
  });
});

test.each(["userId", "appScopedId"] as const)("Meta's signed request is read: %s", (by) => {
  const issuedAt = Date.UTC(2026, 5, 1);
  const text = instagram.signedRequest("creator", { by, issuedAt });
  expect(openSignedRequest(text)).toEqual({ userId: instagram.account("creator")[by], issuedAt });
  expect(openSignedRequest((text.startsWith("A") ? "B" : "A") + text.slice(1))).toBeUndefined();
});

test("whoever connects is asked after while the readings' calls fail in a row", async () => {
  const { token } = await getLongLivedToken(
    (await exchangeCode(await allowAs("creator"), callback)).token,
  );
  sandbox.faults.set("instagram", { kind: "status", status: 500 });
  for (let calls = 0; calls < 5; calls += 1) await getAccount(token).catch(() => {});
  sandbox.faults.clear();
  await expect(getAccount(token)).rejects.toMatchObject({ kind: "open" });
  const { value } = await getAccount(token, { isConnecting: true });
  expect(value.userId).toBe(instagram.account("creator").userId);
});
