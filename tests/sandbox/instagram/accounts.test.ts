import { describe, expect, it, vi } from "vitest";
import { makeHistory } from "#sandbox/histories/history.ts";
import { figuresOf } from "#sandbox/instagram/figures.ts";
import { few } from "#tests/setup/cases";
import { instagram } from "#tests/setup/instagram";

const day = 86_400_000;

describe("an account", () => {
  it("is the same after a reset, and its figures do not change within a day", () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 5, 1), toFake: ["Date"] });
    instagram.reset();
    const before = figuresOf(instagram.account("generated-7"));
    instagram.clock.advance(day - 1);
    expect(figuresOf(instagram.account("generated-7"))).toEqual(before);
    instagram.clock.advance(1);
    expect(figuresOf(instagram.account("generated-7"))).not.toEqual(before);
    instagram.reset();
    expect(figuresOf(instagram.account("generated-7"))).toEqual(before);
    vi.useRealTimers();
  });

  it("has ids that are its own, and that no double holds", () => {
    const accounts = instagram.accounts.filter(({ plan }) => plan.key !== "ten-thousand");
    const ids = few(accounts, 25).flatMap((account) => {
      const { latest } = figuresOf(account, 20);
      const commentIds = latest.flatMap(({ commenters }) =>
        commenters.map(({ comment }) => comment),
      );
      return [account.userId, account.appScopedId, ...latest.map(({ id }) => id), ...commentIds];
    });
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(BigInt(Number(id))).not.toBe(BigInt(id));
  });

  it("differs from the others", () => {
    const generated = instagram.accounts.filter(({ plan }) => plan.about === "Generated.");
    expect(generated).toHaveLength(50);
    expect(new Set(generated.map(({ username }) => username)).size).toBe(50);
    expect(new Set(generated.map(({ followers }) => followers)).size).toBeGreaterThan(45);
    const counts = generated.map((account) => account.posts().length);
    expect(Math.min(...counts)).toBeLessThan(10);
    expect(Math.max(...counts)).toBeGreaterThan(200);
  });

  it("of a history has its posts, and commenters of whom some follow and some do not", () => {
    const account = instagram.account("maja");
    const { plan, following, followers } = account;
    const history = makeHistory({ ...plan.history, until: Math.floor(Date.now() / 1_000) });
    const listed = new Set(
      Array.from(history.stateAt(history.end).followers(), ({ username }) => username),
    );
    expect(following).toBe(history.stateAt(history.end).following().size);
    expect(followers).toBeGreaterThan(listed.size);
    expect(followers).toBeLessThan(listed.size * 1.05);
    expect(account.posts()).toHaveLength(
      history.posts.filter(({ kind }) => kind !== "story").length,
    );
    const commenters = new Set(
      figuresOf(account)
        .latest.flatMap((post) => post.commenters)
        .map(({ username }) => username),
    );
    const whoFollow = [...commenters].filter((name) => listed.has(name));
    expect(whoFollow.length).toBeGreaterThan(commenters.size / 2);
    expect(whoFollow.length).toBeLessThan(commenters.size - 1);
  });
});
