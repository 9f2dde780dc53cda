import { inspect } from "node:util";
import { HttpResponse, http } from "msw";
import { describe, expect, test, vi } from "vitest";
import { instagramApp } from "#sandbox/instagram/instagram.ts";
import { everyCase, few } from "#tests/setup/cases";
import { callback } from "#tests/setup/instagram";
import { sandbox, server } from "#tests/setup/outside";
import { resetApp } from "#tests/setup/reset-app";
import type { InstagramCall } from "~/features/connection/rules/refusal";
import { InstagramRefused } from "~/features/connection/store/ask-instagram.server";
import * as client from "~/features/connection/store/instagram.server";
import { log } from "~/platform/monitoring/log.server";
import { AccessToken } from "~/platform/tokens/access-token";

const { instagram } = sandbox.world;
const canary = "IGAAcanary0123456789";
const token = new AccessToken(canary);

const calls: Record<InstagramCall, () => Promise<unknown>> = {
  exchange: () => client.exchangeCode("canary-code#_", callback),
  "long-lived": () => client.getLongLivedToken(token),
  refresh: () => client.refreshToken(token),
  me: () => client.getAccount(token),
  media: () => client.getMediaPage(token, { after: "canary-cursor" }),
  comments: () => client.getCommentsPage(token, "17850000000000001"),
  insights: () => client.getMediumInsights(token, "17850000000000001", ["reach", "views"]),
  reach: () => client.getReach(token, { since: 0, until: 1 }),
  counts: () => client.getFollows(token, { since: 0, until: 1 }),
  audience: () => client.getViews(token, { since: 0, until: 1 }),
};
const names = Object.keys(calls) as InstagramCall[];

/** Every line of docs/instagram.md#errors, with what follows for the parts of a reading; `me`, `media` and tokens may differ. */
const errors = [
  [{ code: 190 }, "needs-person"],
  [{ code: 190, subcode: 458 }, "needs-person"],
  [{ code: 190, subcode: 460 }, "needs-person"],
  [{ code: 190, subcode: 463 }, "needs-person"],
  [{ code: 10 }, "permission-missing"],
  [{ code: 200 }, "permission-missing"],
  [{ code: 100 }, "ask-without"],
  [{ code: 100, subcode: 33 }, "gone"],
  [{ code: 4, transient: true }, "wait"],
  [{ code: 17 }, "wait"],
  [{ code: 32 }, "wait"],
  [{ code: 613 }, "wait"],
  [{ code: 80_002, regainMinutes: 19 }, "wait"],
  [{ code: 1 }, "later"],
  [{ code: 2 }, "later"],
  [{ code: 999, transient: true }, "later"],
] as const;

/** Where not every case is tried, one of each kind, and one that says how long to wait. */
const tried = errors.filter(
  ([failure, kind], at) =>
    everyCase ||
    "regainMinutes" in failure ||
    errors.findIndex(([, other]) => other === kind) === at,
);

function expectedOf(call: InstagramCall, { code }: { code: number }, kind: string): string {
  const isToken = call === "exchange" || call === "long-lived" || call === "refresh";
  if (code === 100 && isToken) return "later";
  if (kind === "gone" && call === "me") return "needs-person";
  if (kind === "gone" && call === "media") return "permission-missing";
  if (kind === "permission-missing" && (call === "me" || isToken)) return "needs-person";
  return kind;
}

describe.each(names)("%s", (call) => {
  test.each(tried)("refused with %o", async (failure, kind) => {
    const info = vi.spyOn(log, "info");
    instagram.failures.set(call, { ...failure, message: `(#${failure.code}) ${canary} is wrong` });
    const asking = calls[call]();
    // No metric is left: that is an answer, and not a failure.
    if (call === "insights" && kind === "ask-without") {
      expect(await asking).toMatchObject({ value: {}, leftOut: ["reach", "views"] });
      return;
    }
    const error: unknown = await asking.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InstagramRefused);
    expect(error).toMatchObject({
      call,
      code: failure.code,
      verdict: { kind: expectedOf(call, failure, kind) },
    });
    if ("regainMinutes" in failure)
      expect(error).toMatchObject({ verdict: { minutes: failure.regainMinutes } });
    expect(info).toHaveBeenCalledOnce();
  });
});

describe("no secret leaves", () => {
  const secrets = /canary|sandbox-instagram-app-secret/;
  const whole = (value: unknown) => inspect(value, { depth: 20, showHidden: true });

  async function everythingSaid(): Promise<string> {
    resetApp();
    const said: unknown[] = [];
    const { log: freshLog } = await import("~/platform/monitoring/log.server");
    for (const level of ["info", "warn", "error"] as const)
      vi.spyOn(freshLog, level).mockImplementation((...entries: unknown[]) => {
        said.push(entries);
      });
    const fresh = await import("~/features/connection/store/instagram.server");
    const { AccessToken: FreshToken } = await import("~/platform/tokens/access-token");
    const secret = new FreshToken(canary);
    for (const ask of [
      () => fresh.exchangeCode("canary-code#_", callback),
      () => fresh.getLongLivedToken(secret),
      () => fresh.refreshToken(secret),
      () => fresh.getAccount(secret),
      () => fresh.getMediaPage(secret),
      () => fresh.getMediumInsights(secret, "17850000000000001", ["reach"]),
    ]) {
      const error = (await ask().catch((thrown: unknown) => thrown)) as Error;
      expect(error).toBeInstanceOf(Error);
      said.push(whole(error), error.message, error.stack, JSON.stringify(error));
    }
    return whole(said);
  }

  test("when Instagram refuses, and quotes what it got", async () => {
    expect(await everythingSaid()).not.toMatch(secrets);
    expect(JSON.stringify(sandbox.world.calls)).toContain(canary);
    expect(sandbox.world.calls.map(({ body }) => body).join()).toContain(instagramApp.secret);
  });

  test.each(few(["status-500", "malformed", "reset", "redirect"], 2))(
    "when Instagram fails: %s",
    async (name) => {
      const kind = name === "status-500" ? { kind: "status", status: 500 } : { kind: name };
      sandbox.faults.set("instagram", kind as never);
      expect(await everythingSaid()).not.toMatch(secrets);
    },
  );

  test("when answers quote the token in every place", async () => {
    server.use(
      http.all(`${sandbox.addresses.instagram.graph}/*`, () =>
        HttpResponse.json(
          { data: canary, error: { code: canary, message: canary }, token: canary },
          { headers: { "x-app-usage": canary } },
        ),
      ),
    );
    expect(await everythingSaid()).not.toMatch(secrets);
  });
});
