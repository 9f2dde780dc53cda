import assert from "node:assert/strict";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { Person } from "../../sandbox/person.ts";
import { effectsFor } from "./billing.ts";
import { until } from "./check.ts";
import type { Cluster, Member } from "./cluster.ts";
import { crowd, subscriptionOf } from "./crowd.ts";
import { createVisitor, type Visitor } from "./visitor.ts";

/** Visitors who ask for one page after the other until `over`, and what was not answered as it should be. */
async function walkUntil(over: Promise<unknown>, visitors: Visitor[]): Promise<string[]> {
  let walking = true;
  over.finally(() => {
    walking = false;
  });
  const wrong: string[] = [];
  let asked = 0;
  const pages = ["/", "/dashboard", "/dashboard/analytics", "/dashboard/insights", "/sign-in"];
  await Promise.all(
    visitors.map(async (visitor) => {
      for (let step = 0; walking; step += 1) {
        const path = pages[step % pages.length] ?? "/";
        const { status } = await visitor.get(path);
        asked += 1;
        // Who is signed in is led from the sign-in to the dashboard.
        if (status !== 200 && status !== 302) wrong.push(`${path}: ${status}`);
      }
    }),
  );
  assert.ok(asked > 50, `only ${asked} pages were asked for`);
  return wrong;
}

async function walkers(cluster: Cluster, count: number): Promise<Visitor[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const visitor = createVisitor(cluster);
      await visitor.signIn("crowd9");
      return visitor;
    }),
  );
}

export async function stopIsSmooth(cluster: Cluster): Promise<void> {
  const [one] = cluster.members;
  const visitors = await walkers(cluster, 6);
  const exit = once(one.process, "exit");
  const walked = walkUntil(exit, visitors);
  await pause(500);
  const told = performance.now();
  one.process.kill("SIGTERM");
  const probe = createVisitor(cluster);
  await until(async () => (await probe.get("/readyz", { at: one })).status === 503, 2_000, 20);
  const [code] = await exit;
  const took = performance.now() - told;
  assert.deepEqual(await walked, []);
  assert.equal(code, 0, one.output());
  assert.ok(took < 10_000, `it took ${took} ms`);
  probe.leave();
  await cluster.replace(one);
  for (const visitor of visitors) visitor.leave();
}

export interface Wish {
  person: Person;
  operation: "cancel" | "create";
  press(at?: Member): Promise<number>;
  leave(): void;
}

/** Signs people in who are about to press: every other one to leave, the others to buy. */
export async function wishes(cluster: Cluster, crowd: Person[]): Promise<Wish[]> {
  const signedIn: Wish[] = [];
  for (const [index, person] of crowd.entries()) {
    const visitor = createVisitor(cluster);
    await visitor.signIn(person.key);
    const press = async (at?: Member) => {
      const { status } =
        index % 2
          ? await visitor.post("/dashboard/offers/pdf-course", { at, form: {} })
          : await visitor.post("/api/cancel", { at, json: { id: subscriptionOf(person) } });
      return status;
    };
    const operation = index % 2 ? "create" : "cancel";
    signedIn.push({ person, operation, press, leave: visitor.leave });
  }
  return signedIn;
}

const isAcknowledged = (status: number) => [200, 202, 302].includes(status);

export async function killLosesNothing(cluster: Cluster): Promise<void> {
  const { sandbox, members } = cluster;
  const [one] = members;
  sandbox.faults.set("billing", { kind: "slow", ms: 400 });
  const people = await wishes(cluster, crowd.slice(12, 42));
  const visitors = await walkers(cluster, 4);
  let done = () => {};
  const over = new Promise<void>((resolve) => {
    done = resolve;
  });
  const walked = walkUntil(over, visitors);

  const acknowledged = new Set<Wish>();
  const presses = people.map(async (wish, index) => {
    await pause(index * 60);
    // So that the kill surely meets some, the first half is dealt out by hand, two by two.
    const status = await wish.press(
      index < people.length / 2 ? members[(index >> 1) % 2] : undefined,
    );
    if (isAcknowledged(status)) acknowledged.add(wish);
    // Under way at the killed process; or told that it failed, where a busy machine took too long to keep it.
    else assert.ok([0, 502, 503].includes(status), String(status));
    return status;
  });
  await pause((people.length * 60) / 2);
  one.process.kill("SIGKILL");
  const statuses = await Promise.all(presses);
  await pause(500);
  done();
  assert.deepEqual(await walked, [], "the survivor answers every page");
  sandbox.faults.clear("billing");
  assert.ok(acknowledged.size > people.length / 2, statuses.join());

  const effectsOf = ({ person, operation }: Wish) => effectsFor(cluster, person, operation);
  const happened = (wish: Wish) => effectsOf(wish).length > 0;
  await until(() => [...acknowledged].every(happened), 60_000);
  // Whoever was not told so presses again, while the dead process still holds its orders: a lease is 15 s long.
  const again = people.filter((wish) => !acknowledged.has(wish));
  assert.ok(again.length > 0, "the kill met no press");
  await Promise.all(
    again.map((wish) => until(async () => isAcknowledged(await wish.press()), 30_000)),
  );
  await cluster.replace(one);
  await until(() => people.every(happened), 60_000);
  for (const wish of people)
    assert.equal(effectsOf(wish).length, 1, `${wish.operation} of ${wish.person.key}`);
  for (const { leave } of [...visitors, ...people]) leave();
}
