import { HttpResponse, http } from "msw";
import { describe, expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { ask } from "#tests/setup/ask";
import { address, callsTo, pwnedEvents, read, safe, tooMany } from "#tests/setup/breaches";
import { sandbox, server } from "#tests/setup/outside";
import { get, signedIn } from "#tests/setup/requests";
import { checkBreaches } from "~/features/safety/breach-check.server";
import { doneCookie } from "~/platform/session/done-cookie.server";
import { readSession } from "~/platform/session/session.server";

describe("once a session", () => {
  test("a session checks once, even if the page is opened often and in parallel", async () => {
    const cookie = await signedIn("leaked");
    await Promise.all([read(cookie), read(cookie, address), read(cookie)]);
    await read(cookie);
    expect(callsTo("leaked@example.com")).toHaveLength(1);
    expect(await pwnedEvents()).toHaveLength(1);
  });

  test("the next session checks again", async () => {
    await read(await signedIn("leaked"));
    await read(await signedIn("leaked"));
    expect(callsTo("leaked@example.com")).toHaveLength(2);
  });

  test("a failure is not cached", async () => {
    const cookie = await signedIn("leaked");
    sandbox.faults.set("functions", { kind: "status", status: 429 }, 1);
    expect((await read(cookie)).text).toContain(tooMany);
    expect((await read(cookie)).text).toContain("EMAIL COMPROMISED!");
  });

  test("log-out clears the result", async () => {
    const cookie = await signedIn("leaked");
    await read(cookie);
    const subscriber = await readSession(get("/", { cookie }).request);
    if (!subscriber) throw new Error("not signed in");
    await ask("/dashboard/log-out", { cookie, fields: {} });
    await checkBreaches({ ...subscriber, userAgent: "test-browser" });
    expect(callsTo("leaked@example.com")).toHaveLength(2);
  });

  test("only the session's own address is checked, whatever the query says", async () => {
    const { text } = await read(
      await signedIn("rich"),
      `${address}?whole=1&account=leaked@example.com&email=leaked@example.com`,
    );
    expect(text).toContain(safe);
    expect(callsTo("leaked@example.com")).toEqual([]);
    expect(callsTo("rich@example.com")).toHaveLength(1);
  });

  test("a visitor is redirected to sign-in, and nothing is checked", async () => {
    for (const path of [address, `${address}?whole=1`]) {
      const answer = await visit(path);
      expect(answer.status).toBe(302);
      expect(answer.headers.get("location")).toMatch(/^\/sign-in\?redirectTo=/);
    }
    expect(sandbox.world.calls.filter(({ system }) => system === "functions")).toEqual([]);
  });
});

describe("while the check runs", () => {
  test("the page shows the loader first, and the result follows in the same response", async () => {
    sandbox.faults.set("functions", { kind: "slow", ms: 600 });
    const answer = await visit(address, { cookie: await signedIn("leaked") });
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    const first = (await reader?.read())?.value ?? "";
    let rest = "";
    for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read())
      rest += chunk.value;
    expect(first).toContain("Checking known breaches");
    expect(first).toContain(
      '<meta http-equiv="refresh" content="0;url=/dashboard/password-safety?whole=1"',
    );
    expect(first).not.toContain("COMPROMISED");
    expect(rest).toContain("EMAIL COMPROMISED!");
    // What a screen reader says is the change of a region that was there before.
    expect(first).toMatch(/<div role="status"><!--\$\?--><template id="B:0"><\/template>/);
    expect(rest).toMatch(/<div hidden id="S:0">(?:(?!<div hidden).)*EMAIL COMPROMISED!/s);
    expect(rest.match(/EMAIL COMPROMISED!/g)).toHaveLength(1);
  });

  test("after a press that failed the page waits, and says so", async () => {
    const cookie = await signedIn("leaked");
    sandbox.faults.set("functions", { kind: "slow", ms: 200 });
    server.use(
      http.post("*/breachedaccount", () => HttpResponse.json({}, { status: 429 }), { once: true }),
    );
    const body = new URLSearchParams({ press: "dealt-with", breach: "Tunebox" });
    const answer = await visit(address, { method: "POST", body, cookie });
    const html = await answer.text();
    expect(html).toContain("We could not save that. Please try again in a moment.");
    expect(html).toContain("EMAIL COMPROMISED!");
    expect(html).not.toContain("http-equiv");
  });

  test("after a press the page waits: a refresh would lead away from what it says", async () => {
    sandbox.faults.set("functions", { kind: "slow", ms: 200 });
    const done = doneCookie("dealt-with").split(";", 1)[0];
    const { html } = await read(`${await signedIn("leaked")}; ${done}`, address);
    expect(html).toContain("The breach is marked as dealt with.");
    expect(html).not.toContain("http-equiv");
  });

  test("a cached result needs neither loader nor refresh, however slow what stands beside it", async () => {
    const cookie = await signedIn("leaked");
    await read(cookie);
    sandbox.faults.set("identity", { kind: "slow", ms: 200 });
    const { html } = await read(cookie, address);
    expect(html).toContain("EMAIL COMPROMISED!");
    expect(html).not.toContain("Checking known breaches");
    expect(html).not.toContain("http-equiv");
  });
});

test("the password field has no name and no form, and is hidden until the script runs", async () => {
  const { html } = await read(await signedIn("rich"));
  const section = /<section hidden="" data-password-check="([^"]*)"[\s\S]*?<\/section>/.exec(html);
  expect(section?.[1]).toBe("http://sandbox.test/pwned");
  expect(section?.[0]).toContain('type="password"');
  expect(section?.[0]).not.toMatch(/ name=|<form/);
  expect(html).not.toContain("<form");
});
