import { createHash } from "node:crypto";
import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Sandbox, startSandbox } from "../../sandbox/serve.ts";
import { everyCase, few } from "../setup/cases.ts";
import { startCommand } from "../setup/programs.ts";
import { startServer, stopServer } from "../setup/stack.ts";
import { signInAs } from "./requests.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.stop());

const run = (command: string, ...options: string[]) =>
  startCommand(sandbox, command, ...options).ended;

/** Of what is used wrong, one: each is a process of its own, and all are read in the same way. */
const wrongly = (...all: string[][]) => few(all, 1).map((options) => [options]);
const rarely = test.runIf(everyCase);

const sha = (text: string) => createHash("sha256").update(text).digest("hex");

describe("law", () => {
  test("prints what holds in a place on a day, with sources", async () => {
    const german = await run("law", "DE", "2026-11-22");
    expect(german).toMatchObject({ code: 0, error: "" });
    expect(german.out).toContain("Germany (DE) on 2026-11-22");
    expect(german.out).toContain("§ 312k BGB: in force, from 2022-07-01");
    expect(german.out).toMatch(/source: .*OLG Köln 6 U 62\/24.*; read 2026-11-22/);
    expect((await run("law", "CH", "2026-11-22")).out).toBe(
      "CH: no rule is known. The nine steps hold.\n",
    );
  });

  rarely(
    "prints what is not in force yet, and what holds where nobody knows the place",
    async () => {
      const british = await run("law", "GB", "2026-11-22");
      expect(british.out).toContain("not yet, from 2027-03-01");
      expect((await run("law", "unknown", "2026-11-22")).code).toBe(0);
    },
  );

  rarely("checks the sources' days", async () => {
    // They were read less than a year ago, or it is time to read them.
    const { code, out } = await run("law", "--check");
    expect(code).toBe(/days ago$/m.test(out) ? 1 : 0);
  });

  test("prints words by their hash, and says where it knows none", async () => {
    const text = "What was shown\n[Cancel now]";
    sandbox.firestore.write(`declarationWords/${sha(text)}`, { text, keepUntil: new Date() });
    expect(await run("law", "--words", sha(text).toUpperCase())).toEqual({
      code: 0,
      out: `${text}\n`,
      error: "",
    });
    expect(await run("law", "--words", sha("another"))).toMatchObject({ code: 3, out: "" });
  });

  test.each(
    wrongly(
      [],
      ["DE"],
      ["DE", "2026-13-01"],
      ["DE", "2026-02-30"],
      ["DE", "2026-11-22", "more"],
      ["--words", "12"],
      ["--check", "DE", "2026-11-22"],
      ["--unknown"],
    ),
  )("%j is used wrong", async (options) => {
    const { code, out, error } = await run("law", ...options);
    expect([code, out]).toEqual([2, ""]);
    expect(error).toMatch(/^usage: law /);
  });
});

describe("declarations", () => {
  const declaration = (declaredAt: string, more = {}) => ({
    kind: "cancel",
    subscription: "sub-proof",
    how: "public",
    place: "DE",
    rules: ["§ 312k BGB"],
    words: sha("words"),
    declaredAt: new Date(declaredAt),
    dueAt: null,
    state: "open",
    keepUntil: new Date("2030-01-01"),
    ...more,
  });

  test("prints a line of JSON each, the oldest first, and nothing of others", async () => {
    sandbox.firestore.write("declarations/second", declaration("2026-11-02T10:00:00Z"));
    sandbox.firestore.write(
      "declarations/first",
      declaration("2026-11-01T10:00:00Z", {
        state: "carried-out",
        carriedOutAt: new Date("2026-11-02T10:00:00Z"),
      }),
    );
    sandbox.firestore.write(
      "declarations/other",
      declaration("2026-11-01T10:00:00Z", { subscription: "sub-other" }),
    );
    const { code, out, error } = await run("declarations", "--subscription", "sub-proof");
    expect([code, error]).toEqual([0, ""]);
    const lines = out.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      {
        id: "first",
        state: "carried-out",
        declaredAt: "2026-11-01T10:00:00.000Z",
        carriedOutAt: "2026-11-02T10:00:00.000Z",
      },
      { id: "second", state: "open", rules: ["§ 312k BGB"], words: sha("words") },
    ]);
    expect(await run("declarations", "--subscription", "sub-none")).toEqual({
      code: 0,
      out: "",
      error: "",
    });
  });

  test("waits longer for Firestore than a page does", async () => {
    sandbox.firestore.write("declarations/first", declaration("2026-11-01T10:00:00Z"));
    // The request and the answer are each delayed.
    sandbox.faults.set("firestore", { kind: "slow", ms: 1_300 });
    const { code, out } = await run("declarations", "--subscription", "sub-proof");
    expect([code, JSON.parse(out)]).toMatchObject([0, { id: "first" }]);
  });

  test("lists the withdrawals whose money is due, the earliest first", async () => {
    const soon = Date.now() + 86_400_000;
    const withdrawal = (refundDueAt: number) =>
      declaration("2026-11-01T10:00:00Z", {
        kind: "withdraw",
        refund: "9.98 USD",
        refundDueAt: new Date(refundDueAt),
      });
    sandbox.firestore.write("declarations/later", withdrawal(soon + 1));
    sandbox.firestore.write("declarations/sooner", withdrawal(soon));
    sandbox.firestore.write("declarations/long-ago", withdrawal(soon - 40 * 86_400_000));
    sandbox.firestore.write("declarations/canceled", declaration("2026-11-01T10:00:00Z"));
    const { code, out } = await run("declarations", "--withdrawals");
    expect(code).toBe(0);
    const lines = out.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { id: "sooner", refund: "9.98 USD", refundDueAt: new Date(soon).toISOString() },
      { id: "later" },
    ]);
  });

  test("writes down what a process was killed with, from the letter to the operator", async () => {
    const { appOrigin, faults, world } = sandbox;
    const [id = ""] = world.subscriptions
      .filter(({ emails, mainPlan }) => mainPlan && emails.includes("rich@example.com"))
      .map((one) => one.id);
    const letter = () =>
      world.mails.find(({ subject }) => subject === "A declaration could not be kept");
    const { server } = await startServer(sandbox.env);
    try {
      const cookie = await signInAs(appOrigin, "rich");
      // The server's first letter takes longest: this one is waited for by nobody.
      await fetch(`${appOrigin}/api/cancel-request`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: "rich@example.com", code: "profile-analyzer" }),
      });
      await vi.waitFor(() => expect(world.mails).not.toEqual([]), 60_000);
      faults.set("firestore", { kind: "hang" });
      const press = async () => {
        const answer = await fetch(`${appOrigin}/api/cancel`, {
          method: "POST",
          headers: { cookie, "content-type": "application/json" },
          body: JSON.stringify({ id }),
        });
        return answer.json();
      };
      // On a busy machine nobody may know it in time: one presses again.
      await vi.waitFor(async () => expect(await press()).toEqual({ success: true }), 60_000);
      await vi.waitFor(() => expect(letter()).toBeDefined(), 60_000);
      server.kill("SIGKILL");
      await once(server, "exit");
    } finally {
      await stopServer(server);
      faults.clear();
    }
    expect((await run("declarations", "--subscription", id)).out).toBe("");
    const token = /--keep (\S+)/.exec(letter()?.text ?? "")?.[1] ?? "";
    expect(await run("declarations", "--keep", token)).toEqual({
      code: 0,
      out: "kept: billing had canceled it\n",
      error: "",
    });
    expect((await run("declarations", "--keep", token)).out).toMatch(/^kept before/);
    const printed = await run("declarations", "--subscription", id);
    expect(JSON.parse(printed.out)).toMatchObject({ kind: "cancel", how: "api" });
    expect(world.effectsOf("cancel")).toHaveLength(1);
  });

  test("says what may be wrong with a token that it cannot read", async () => {
    const { code, out, error } = await run("declarations", "--keep", "nonsense");
    expect([code, out]).toEqual([2, ""]);
    expect(error).toMatch(/^declarations: the token is not whole, is older than 30 days, or /);
  });

  rarely.each(
    wrongly(
      [],
      ["--subscription"],
      ["--subscription", ""],
      ["sub-1"],
      ["--all"],
      ["--keep", "one", "--subscription", "sub-1"],
    ),
  )("%j is used wrong", async (options) => {
    expect(await run("declarations", ...options)).toMatchObject({ code: 2, out: "" });
  });

  test("says that Firestore failed, and logs nothing among the lines that scripts read", async () => {
    sandbox.faults.set("firestore", { kind: "status", status: 503 });
    const { code, out, error } = await run("declarations", "--subscription", "sub-proof");
    expect([code, out]).toEqual([1, ""]);
    expect(error).toMatch(/^declarations: firestore/m);
    expect(error).toContain('"msg":"upstream failed"');
    sandbox.faults.clear();
  });
});

test("without credentials, a command says what has failed", async () => {
  const { FIREBASE_AUTH_EMULATOR_HOST, FIRESTORE_EMULATOR_HOST, ...env } = sandbox.env;
  // Google's library asks the metadata server of its cloud for them: here nobody answers.
  const nowhere = { GCE_METADATA_HOST: "127.0.0.1:9", METADATA_SERVER_DETECTION: "none" };
  const unable = { ...sandbox, env: { ...env, ...nowhere } };
  const { code, error } = await startCommand(unable, "outbox").ended;
  expect(code).toBe(1);
  expect(error).toMatch(/^outbox: firestore/m);
});

describe("announce-price", () => {
  const options = (from: string, ...more: string[]) => [
    ...["--plan", "ig_gift_one_month", "--price", "2.00", "--currency", "USD"],
    ...["--from", from],
    ...more,
  ];
  const far = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);

  test("counts whom it concerns, and says nothing to anybody unless told to", async () => {
    const dry = await run("announce-price", ...options(far));
    expect(dry).toMatchObject({ code: 0, error: "" });
    expect(dry.out).toBe(
      `ig_gift_one_month: 2.00 USD from ${far}\n0 active subscriptions of people who have signed in once\na dry run: --commit announces it\n`,
    );
    const real = await run("announce-price", ...options(far, "--commit"));
    expect(real.out).toContain("announced: each is told within the window of their place");
  });

  rarely.each(
    wrongly(
      [],
      options("2027-02-30"),
      options("tomorrow"),
      options(far).with(3, "2,00"),
      options(far).with(3, "0"),
      options(far).with(5, "usd"),
      options(far, "--now"),
    ),
  )("%j is used wrong", async (wrong) => {
    const { code, error } = await run("announce-price", ...wrong);
    expect(code).toBe(2);
    expect(error).toMatch(/^usage: announce-price /);
  });
});
