import { HttpResponse, http } from "msw";
import { describe, expect, test } from "vitest";
import { figuresOf } from "#sandbox/instagram/figures.ts";
import { few } from "#tests/setup/cases";
import { sandbox, server } from "#tests/setup/outside";
import { resetApp } from "#tests/setup/reset-app";
import { InstagramRefused } from "~/features/connection/store/ask-instagram.server";
import {
  getAccount,
  getCommentsPage,
  getMediaPage,
} from "~/features/connection/store/instagram.server";
import { AccessToken } from "~/platform/tokens/access-token";

const { instagram } = sandbox.world;

const connected = (key: string) => new AccessToken(instagram.connect(key).text);

async function allPages<Page extends { after: string | null }>(
  read: (after: string | undefined) => Promise<{ value: Page }>,
  limit = Number.POSITIVE_INFINITY,
): Promise<Page[]> {
  const pages: Page[] = [];
  let after: string | undefined;
  do {
    const { value } = await read(after);
    pages.push(value);
    after = value.after ?? undefined;
  } while (after && pages.length < limit);
  return pages;
}

describe("every account's figures are the sandbox's", () => {
  const generated = instagram.accounts.filter(({ plan }) => plan.about === "Generated.");
  const keys = generated.map(({ plan }) => plan.key);
  test.each(few(keys, 12))("%s", async (key) => {
    const truth = figuresOf(instagram.account(key), 120);
    const token = connected(key);
    const { value: account } = await getAccount(token);
    expect(account).toMatchObject({
      userId: truth.userId,
      appScopedId: truth.appScopedId,
      username: truth.username,
      type: truth.type,
      followers: truth.followers,
      following: truth.following,
      posts: truth.posts,
    });
    const pages = await allPages((after) => getMediaPage(token, { after, limit: 60 }), 2);
    const media = pages.flatMap((page) => page.media);
    const counted = ({ id, kind, postedAt, likes, comments }: (typeof truth.latest)[number]) => ({
      id,
      kind,
      postedAt,
      likes,
      comments,
    });
    expect(media.map((medium) => counted(medium as never))).toEqual(truth.latest.map(counted));
    expect(pages.map(({ skipped }) => skipped)).toEqual(pages.map(() => 0));

    for (const medium of [media[0], media.at(-1)]) {
      if (!medium) continue;
      const post = truth.latest.find(({ id }) => id === medium.id);
      const comments = await allPages((after) => getCommentsPage(token, medium.id, { after }));
      const found = comments.flatMap((page) => page.authors);
      expect(found).toHaveLength(medium.comments ?? 0);
      const authors = found.flatMap((author) => author?.username ?? []);
      const commenters = (post?.commenters ?? []).map(({ username }) => username);
      expect(authors.sort()).toEqual(commenters.sort());
    }
  });
});

test("an optional field that Instagram refuses is left out", async () => {
  const token = connected("creator");
  const refusal = (field: string) => ({
    code: 100,
    message: `(#100) Tried accessing nonexisting field (${field}) on node type (X)`,
  });
  instagram.failures.set("media", refusal("media_product_type"), { times: 1 });
  const { value } = await getMediaPage(token, { limit: 5 });
  const latest = figuresOf(instagram.account("creator"), 5).latest;
  // A reel is known by its address then.
  expect(value.media.map(({ kind }) => kind)).toEqual(latest.map(({ kind }) => kind));
  expect(value.media[0]?.permalink).toContain("instagram.com");

  instagram.failures.set("me", { code: 100, message: "Invalid parameter" }, { times: 1 });
  expect((await getAccount(token)).value).toMatchObject({
    name: null,
    followers: instagram.account("creator").followers,
  });
  instagram.failures.set("me", refusal("user_id"), { times: 2 });
  await expect(getAccount(token)).rejects.toMatchObject({ verdict: { kind: "ask-without" } });
});

test("an answer tells how much of the limits is used up", async () => {
  instagram.limits.account = 4;
  const token = connected("creator");
  const percents = [];
  for (let call = 0; call < 3; call += 1) percents.push((await getAccount(token)).usage.account);
  expect(percents).toEqual([25, 50, 75]);
  expect((await getAccount(token)).usage.regainMinutes).toBe(1_440);
  await expect(getAccount(token)).rejects.toMatchObject({
    verdict: { kind: "wait", minutes: 1_440, scope: "account" },
  });
});

test("an error after a byte order mark is Instagram's error", async () => {
  resetApp();
  const error = JSON.stringify({ error: { message: "Expired", code: 190, error_subcode: 463 } });
  server.use(http.get("*/me", () => HttpResponse.text(`\ufeff${error}`, { status: 400 })));
  await expect(getAccount(connected(instagram.accounts[0]?.plan.key ?? ""))).rejects.toMatchObject({
    code: 190,
    subcode: 463,
  });
});

describe("an answer without the expected form", () => {
  test.each([
    ["malformed", "garbled"],
    ["wrong-shape", "malformed"],
    ["huge", "too-large"],
    ["redirect", "redirect"],
    ["reset", "unreachable"],
  ] as const)("%s", async (kind, expected) => {
    resetApp();
    const client = await import("~/features/connection/store/instagram.server");
    sandbox.faults.set("instagram", { kind });
    await expect(client.getAccount(connected("creator"))).rejects.toMatchObject({ kind: expected });
    expect(sandbox.world.trapped).toEqual([]);
  });
});

test("Instagram's errors do not open the circuit breaker", async () => {
  const token = connected("creator");
  instagram.failures.set("me", { code: 2 }, { times: 8 });
  for (let call = 0; call < 8; call += 1)
    await expect(getAccount(token)).rejects.toBeInstanceOf(InstagramRefused);
  expect((await getAccount(token)).value.username).toBe("lena.on.film");
});
