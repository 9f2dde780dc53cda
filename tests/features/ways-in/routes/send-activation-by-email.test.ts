import { describe, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { everyCase } from "#tests/setup/cases";
import { daysApart } from "#tests/setup/days-apart";
import { sendLinksLeft } from "#tests/setup/mailed-links";
import { sandbox } from "#tests/setup/outside";
import { resetApp } from "#tests/setup/reset-app";

daysApart();

async function ask(email: string, { bundle = "profile-analyzer", client = "" } = {}) {
  const response = await visit(`/api/send-activation-by-email/${bundle}/${email}`, {
    method: "POST",
    client: client || undefined,
  });
  return {
    status: response.status,
    retryAfter: Number(response.headers.get("retry-after")),
    body: (await response.json()) as Record<string, unknown>,
  };
}

const minutes = 60_000;

/** Fakes the time for the limits only; mail and network keep the real time. */
function atTime(milliseconds: number) {
  vi.useFakeTimers({ now: milliseconds, toFake: ["Date", "setTimeout", "clearTimeout"] });
}

describe("answers with no more than the documented fields", () => {
  const answers: [string, number, object][] = [
    ["buyer@example.com", 200, { success: true, has_user: false }],
    ["returning@example.com", 200, { success: true, has_user: true }],
    ["rich@example.com", 200, { success: false, has_user: true }],
    ["expired@example.com", 200, { success: false, has_user: true }],
    [
      "nobody@example.com",
      200,
      {
        success: false,
        has_user: false,
        error:
          "No subscription was found for this email. Please use the email you subscribed with.",
      },
    ],
    ["nonsense", 400, { success: false, has_user: false, error: "Wrong email format" }],
  ];
  // The one whose plan has ended is answered as the one with an account.
  const distinct = answers.filter(([email]) => email !== "expired@example.com");
  test.each(everyCase ? answers : distinct)("%s", async (email, status, body) => {
    expect(await ask(email)).toMatchObject({ status });
    sandbox.world.reset();
    resetApp();
    expect((await ask(email)).body).toEqual(body);
    expect(sandbox.world.mails).toHaveLength("success" in body && body.success ? 1 : 0);
  });

  test("an address with a line break gets no mail, and the response is no success", async () => {
    const buyer = sandbox.world.subscriptions.find(({ emails }) =>
      emails.includes("buyer@example.com"),
    );
    buyer?.emails.push("buyer@example.com\nTo: evil@evil.example");
    expect((await ask("buyer@example.com")).body).toMatchObject({ success: false });
    expect(sandbox.world.mails).toEqual([]);
  });

  test("another app's bundle", async () => {
    expect(await ask("buyer@example.com", { bundle: "another-app" })).toMatchObject({
      status: 404,
      body: { success: false, has_user: false, error: "Unknown bundle" },
    });
    expect(sandbox.world.calls).toEqual([]);
  });

  test.each(["subscriptions", "identity"] as const)("%s down", async (system) => {
    sandbox.faults.set(system, { kind: "status", status: 500 });
    expect(await ask("buyer@example.com")).toMatchObject({
      status: 503,
      body: { success: false, has_user: false, error: "Something went wrong" },
    });
  });

  test("only POST", async () => {
    const address = "/api/send-activation-by-email/profile-analyzer/buyer@example.com";
    expect((await visit(address)).status).toBe(405);
  });
});

describe("limits", () => {
  test("one mail in 15 minutes for an address, from any client", async () => {
    expect(await ask("buyer@example.com")).toMatchObject({ status: 200 });
    const second = await ask("BUYER@example.com");
    expect(second).toMatchObject({
      status: 429,
      body: {
        success: false,
        has_user: false,
        error:
          "Recovery email already sent. Please check your inbox. You can try again in 15 minutes.",
      },
    });
    expect(second.retryAfter).toBeGreaterThan(14 * 60);
    expect(second.retryAfter).toBeLessThanOrEqual(15 * 60);
    expect(sandbox.world.mails).toHaveLength(1);
  });

  test("an owner of an account who asks twice is told of the account twice", async () => {
    expect(await ask("returning@example.com")).toMatchObject({ body: { has_user: true } });
    expect(await ask("returning@example.com")).toMatchObject({
      status: 429,
      body: { success: false, has_user: true },
    });
  });

  test("the limit refuses after 14 minutes and allows after 15", async () => {
    const { createLimit } = await import("~/platform/store/rate-limits.server");
    const start = Date.now();
    atTime(start);
    const limit = createLimit("mail", { points: 1, seconds: 15 * 60 });
    expect(await limit.take("buyer@example.com")).toBeUndefined();
    vi.advanceTimersByTime(14 * minutes);
    expect(await limit.take("buyer@example.com")).toBe(minutes);
    expect(await limit.take("newcomer@example.com")).toBeUndefined();
    vi.advanceTimersByTime(minutes + 1);
    expect(await limit.take("buyer@example.com")).toBeUndefined();
  });

  test("twenty requests an hour for a client; what is no request counts for none", async () => {
    const client = "198.51.100.4";
    for (let times = 0; times < 20; times += 1) {
      expect(await ask("nobody", { client })).toMatchObject({ status: 400 });
      expect(await ask(`nobody-${times}@example.com`, { client })).toMatchObject({ status: 200 });
    }
    const next = await ask("buyer@example.com", { client });
    expect(next).toMatchObject({ status: 429, body: { success: false, has_user: false } });
    expect(next.body.error).toMatch(/^Too many requests\. You can try again in/);
    expect(next.retryAfter).toBeGreaterThan(3_500);
    expect(sandbox.world.mails).toEqual([]);
    expect(await ask("buyer@example.com", { client: "198.51.100.5" })).toMatchObject({
      status: 200,
    });
  });

  test("a mail that the server does not take now is kept: it counts, and comes later", async () => {
    sandbox.faults.set("mail", { kind: "status", status: 421 });
    expect(await ask("buyer@example.com")).toMatchObject({ status: 200, body: { success: true } });
    sandbox.faults.clear();
    expect(await ask("buyer@example.com")).toMatchObject({ status: 429 });
    await sendLinksLeft();
    expect(sandbox.world.mails).toHaveLength(1);
  });

  test("parallel requests send one mail", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask("buyer@example.com")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(sandbox.world.mails).toHaveLength(1);
  });
});

// The last one: the connection to Firestore takes a while to come back.
test("while Firestore is down the mail is told once the mail server has it", async () => {
  sandbox.faults.set("firestore", { kind: "reset" });
  expect(await ask("buyer@example.com")).toMatchObject({ status: 200, body: { success: true } });
  expect(sandbox.world.mails).toHaveLength(1);
});
