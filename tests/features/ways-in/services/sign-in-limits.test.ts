import { beforeEach, describe, expect, test, vi } from "vitest";
import { everyCase } from "#tests/setup/cases";
import { sandbox } from "#tests/setup/outside";
import { limits, signIn } from "../../../setup/sign-in-limits.ts";

test("20 wrong sign-ins in a minute end in 429; a right one from another client still works", async () => {
  const statuses: number[] = [];
  for (let times = 0; times < 20; times += 1)
    statuses.push((await signIn(`nobody-${times}@example.com`, "wrong-pass", "192.0.2.1")).status);
  expect(statuses.slice(0, 15)).toEqual(Array(15).fill(401));
  expect(statuses.slice(15)).toEqual(Array(5).fill(429));

  // Events are sent in the background.
  const asked = () => sandbox.world.calls.filter(({ system }) => system !== "events").length;
  const before = asked();
  expect(await signIn("rich@example.com", "rich-pass", "192.0.2.1")).toMatchObject({
    status: 429,
    cookie: null,
    body: {
      email: "rich@example.com",
      message: expect.stringMatching(
        /^We have blocked all requests from this device due to unusual activity\. Try again later\. You can try again in \d+ (seconds|minute)/,
      ),
    },
  });
  expect(asked()).toBe(before);
  expect(await signIn("rich@example.com", "rich-pass", "192.0.2.2")).toMatchObject({
    status: 302,
    location: "/dashboard",
  });
});

test("a client has ten attempts at one e-mail, and locks out no other client", async () => {
  for (let times = 0; times < 10; times += 1)
    // Some are only counted, as a sign-in counts them.
    if (everyCase || times < 3)
      expect(await signIn("rich@example.com", "wrong-pass", "192.0.2.1")).toMatchObject({
        status: 401,
      });
    else await limits.beginPasswordTry("rich@example.com", "192.0.2.1");
  expect(await signIn("RICH@example.com", "rich-pass", "192.0.2.1")).toMatchObject({ status: 429 });
  expect(await signIn("rich@example.com", "rich-pass", "192.0.2.2")).toMatchObject({ status: 302 });
});

test("an outage of the identity provider does not count as a wrong password", async () => {
  sandbox.faults.set("identity", { kind: "status", status: 500 });
  for (let times = 0; times < (everyCase ? 20 : 16); times += 1)
    expect(await signIn("rich@example.com", "rich-pass", "192.0.2.1")).toMatchObject({
      status: 503,
    });
});

test("many refused attempts are reported once per client", async () => {
  for (let times = 0; times < 40; times += 1) {
    const [email, client] = [`nobody-${times}@example.com`, `192.0.2.${1 + (times % 2)}`];
    // The fifteen of each client that are not refused.
    if (times < 30 && !everyCase) await limits.beginPasswordTry(email, client);
    else await signIn(email, "wrong-pass", client);
  }
  const { flushEvents } = await import("~/features/tracking/events.server");
  await flushEvents();
  const reasons = sandbox.world.events.map(({ body }) => (body as { reason?: string }).reason);
  expect(reasons.filter((reason) => reason === "too-many-tries")).toHaveLength(2);
});

describe("over time", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  });

  async function wrong(email: string, client: string) {
    const attempt = await limits.beginPasswordTry(email, client);
    return attempt.allowed ? "tried" : attempt.wait;
  }

  test("a client may try again after a minute", async () => {
    for (let times = 0; times < 15; times += 1)
      expect(await wrong(`${times}@example.com`, "192.0.2.1")).toBe("tried");
    expect(await wrong("16@example.com", "192.0.2.1")).toBe(60_000);
    vi.advanceTimersByTime(59_000);
    expect(await wrong("16@example.com", "192.0.2.1")).toBe(1_000);
    vi.advanceTimersByTime(1_001);
    expect(await wrong("16@example.com", "192.0.2.1")).toBe("tried");
  });

  test("a right password resets the count for this e-mail from this client", async () => {
    for (let times = 0; times < 9; times += 1) await wrong("a@example.com", "192.0.2.1");
    const attempt = await limits.beginPasswordTry("a@example.com", "192.0.2.1");
    if (attempt.allowed) await attempt.succeeded();
    for (let times = 0; times < 6; times += 1)
      expect(await wrong("a@example.com", "192.0.2.1")).toBe("tried");
    expect(await wrong("a@example.com", "192.0.2.1")).toBe(60_000);
  });

  test("many clients together have a limit for one e-mail", async () => {
    for (let client = 0; client < 10; client += 1)
      for (let times = 0; times < 10; times += 1)
        expect(await wrong("a@example.com", `192.0.2.${client}`)).toBe("tried");
    expect(await wrong("a@example.com", "192.0.2.99")).toBe(3_600_000);
    expect(await wrong("b@example.com", "192.0.2.99")).toBe("tried");
  });

  test("an IPv6 /64 network counts as one client", async () => {
    for (let times = 0; times < 15; times += 1)
      await wrong(`${times}@example.com`, `2001:db8:0:1::${times}`);
    expect(await wrong("a@example.com", "2001:db8::1:abcd:0:0:1")).toBe(60_000);
    expect(await wrong("a@example.com", "2001:db8:0:2::1")).toBe("tried");
  });
});
