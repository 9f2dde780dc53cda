import { describe, expect, test } from "vitest";
import { everyCase } from "#tests/setup/cases";
import { newMember } from "#tests/setup/member";
import { errors, faults, kinds, loseAnswers, write } from "#tests/setup/outbox-kinds";
import { runDue } from "~/platform/outbox/run-due.server";
import { runEntry } from "~/platform/outbox/runner.server";
import { dueIds } from "~/platform/outbox/store/claim.server";
import { entryName } from "~/platform/outbox/store/name.server";
import { listUnsettled, markGivenUp, retry } from "~/platform/outbox/store/operations.server";

describe.each(kinds)("a %s", (_, kept) => {
  const { kind, needs, count } = kept;
  /** What does not depend on the kind is tried with one of them, unless every case is. */
  const once = test.runIf(everyCase || kind.name === kinds[0]?.[1].kind.name);

  test("that is malformed is set aside without affecting others", async () => {
    const logged = errors();
    const [one, other] = [await newMember(), await newMember()];
    await write(kept, one, { dueAt: 1 });
    const wrong = { dueAt: 2, attempts: "many", payload: { email: "somebody@example.com" } };
    // Enough to open Firestore's circuit breaker, if they counted as its failures.
    const members = await Promise.all(Array.from({ length: 6 }, () => newMember()));
    const malformed = await Promise.all(members.map((member) => write(kept, member, wrong)));
    await write(kept, other, { dueAt: 3 });
    await runDue(kind);
    expect([one, ...members, other].map(count)).toEqual([1, 0, 0, 0, 0, 0, 0, 1]);
    for (const { fields, read } of malformed)
      expect(await read()).toEqual({
        ...fields,
        dueAt: null,
        updatedAt: expect.any(Number),
        setAside: {
          at: expect.any(Number),
          reason: expect.stringMatching(/^malformed: (\w+(\.\w+)?, )*attempts/),
        },
      });
    // Reported once: further runs skip it.
    await runDue(kind);
    for (const { id } of malformed) await runEntry(kind, id);
    const lines = malformed.map(({ id }) => [
      { entry: entryName(kind.name, id), reason: expect.any(String) },
      "an outbox document was set aside",
    ]);
    expect(logged.mock.calls).toHaveLength(lines.length);
    expect(logged.mock.calls).toEqual(expect.arrayContaining(lines));
    expect(JSON.stringify(logged.mock.calls)).not.toContain("somebody@");
  });

  once("that is due but cannot be claimed does not hold up others", async () => {
    errors();
    const far = Date.now() + 86_400_000;
    const stuck = [
      { state: "done", dueAt: 1 },
      { leaseUntil: far, dueAt: 1 },
      { attempts: null, setAside: { at: 1, reason: "malformed: attempts" }, dueAt: 1 },
    ];
    const fieldSets = Array.from({ length: 4 }, () => stuck).flat();
    await Promise.all(fieldSets.map(async (fields) => write(kept, await newMember(), fields)));
    const member = await newMember();
    await write(kept, member, { dueAt: 2 });
    await runDue(kind);
    expect(count(member)).toBe(1);
    // Each is due again when its lease ends, or never.
    expect(await dueIds(kind, 1)).toEqual([]);
  });

  test("is carried out once, even if several runners look for it", async () => {
    const member = await newMember();
    const { id, read } = await write(kept, member);
    await Promise.all(Array.from({ length: 5 }, () => runEntry(kind, id)));
    expect(count(member)).toBe(1);
    expect(await read()).toMatchObject({ state: "done", dueAt: null, leaseUntil: 0, lease: 2 });
  });

  once("is left to the lease holder until the lease ends", async () => {
    const member = await newMember();
    const leaseUntil = Date.now() + 60_000;
    const { id, document } = await write(kept, member, { leaseUntil, dueAt: leaseUntil });
    await runEntry(kind, id);
    expect(count(member)).toBe(0);
    await document.update({ leaseUntil: Date.now() - 1, dueAt: Date.now() - 1 });
    await runEntry(kind, id);
    expect(count(member)).toBe(1);
  });

  test("that has failed for too long is reported to a person, once", async () => {
    const logged = errors();
    const member = await newMember();
    const { id, read, document } = await write(kept, member, { patientUntil: Date.now() - 1 });
    faults.set(needs, { kind: "reset" });
    for (let round = 0; round < 2; round += 1) {
      await document.update({ dueAt: 1, leaseUntil: 0 });
      await runEntry(kind, id);
    }
    const needsPerson = { at: expect.any(Number), reason: expect.any(String) };
    expect(await read()).toMatchObject({ state: "open", attempts: 2, needsPerson });
    expect((await read())?.dueAt === null).toBe(kind.stopsThen);
    expect(logged.mock.calls.map(([, message]) => message)).toEqual([
      "an outbox entry needs a person",
    ]);
  });

  once("is listed with its state, and tried again or given up at an operator's word", async () => {
    errors();
    const waiting = await write(kept, await newMember(), { dueAt: Date.now() + 60_000 });
    const needsPerson = { at: 1, reason: "billing: timeout" };
    const stuck = await write(kept, await newMember(), { dueAt: null, needsPerson });
    const malformed = await write(kept, await newMember(), { attempts: null });
    const done = await write(kept, await newMember(), { state: "done", dueAt: null });
    await runDue(kind);
    const listed = async () => {
      const ids = [waiting, stuck, malformed, done].map(({ id }) => id);
      const found = (await listUnsettled(kind)).entries.map((entry) => [entry.id, entry] as const);
      return ids
        .map((id) => new Map(found).get(id))
        .map((entry) => entry && [entry.state, entry.reason]);
    };
    expect(await listed()).toEqual([
      ["waiting", undefined],
      ["needs-person", "billing: timeout"],
      ["set-aside", "malformed: attempts"],
      undefined,
    ]);

    expect(await retry(kind, stuck.id)).toBe(true);
    expect(await stuck.read()).toMatchObject({ needsPerson: null, lease: 2 });
    await runEntry(kind, stuck.id);
    expect(await stuck.read()).toMatchObject({ state: "done" });
    await malformed.document.update({ attempts: 0 });
    expect(await retry(kind, malformed.id)).toBe(true);
    await runEntry(kind, malformed.id);
    expect(await malformed.read()).toMatchObject({ state: "done" });
    expect(await markGivenUp(kind, waiting.id, "agreed by phone")).toBe(true);
    expect(await waiting.read()).toMatchObject({
      state: "given-up",
      dueAt: null,
      givenUp: { reason: "agreed by phone" },
    });
    expect(await listed()).toEqual([undefined, undefined, undefined, undefined]);
    expect(await retry(kind, done.id)).toBe(false);
    expect(await markGivenUp(kind, done.id, "late")).toBe(false);
    expect(await markGivenUp(kind, "unknown", "late")).toBe(false);
  });

  test("that needs a person or is malformed is reported even if Firestore's answer is lost", async () => {
    const logged = errors();
    const [stuck, malformed] = [await newMember(), await newMember()];
    const late = await write(kept, stuck, { patientUntil: Date.now() - 1 });
    const wrong = await write(kept, malformed, { attempts: "many" });
    faults.set(needs, { kind: "reset" });
    await loseAnswers(({ needsPerson, setAside }) => Boolean(needsPerson ?? setAside));
    await runEntry(kind, late.id);
    await expect(runEntry(kind, wrong.id)).rejects.toThrow("firestore");
    expect(await late.read()).toMatchObject({ needsPerson: { at: expect.any(Number) } });
    expect(await wrong.read()).toMatchObject({ setAside: { at: expect.any(Number) } });
    expect(logged.mock.calls.map(([, message]) => message)).toEqual([
      "an outbox entry needs a person",
      "an outbox document was set aside",
    ]);
  });
});
