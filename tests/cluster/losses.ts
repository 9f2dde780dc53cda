import assert from "node:assert/strict";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { Person } from "../../sandbox/person.ts";
import { effectsFor } from "./billing.ts";
import { until } from "./check.ts";
import type { Cluster, Member } from "./cluster.ts";
import { crowd, subscriptionOf } from "./crowd.ts";
import { createVisitor, type Visitor } from "./visitor.ts";

/** Lets visitors request page after page until the promise settles. @returns the failed requests */
async function browseUntil(end: Promise<unknown>, visitors: Visitor[]): Promise<string[]> {
  let browsing = true;
  end.finally(() => {
    browsing = false;
  });
  const failures: string[] = [];
  let requests = 0;
  const pages = ["/", "/dashboard", "/dashboard/analytics", "/dashboard/insights", "/sign-in"];
  await Promise.all(
    visitors.map(async (visitor) => {
      for (let step = 0; browsing; step += 1) {
        const path = pages[step % pages.length] ?? "/";
        const { status } = await visitor.get(path);
        requests += 1;
        // Sign-in redirects signed-in visitors to the dashboard.
        if (status !== 200 && status !== 302) failures.push(`${path}: ${status}`);
      }
    }),
  );
  assert.ok(requests > 50, `only ${requests} pages were requested`);
  return failures;
}

async function signedInVisitors(cluster: Cluster, count: number): Promise<Visitor[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const visitor = createVisitor(cluster);
      await visitor.signIn("crowd9");
      return visitor;
    }),
  );
}

export async function stopsGracefully(cluster: Cluster): Promise<void> {
  const [one] = cluster.members;
  const visitors = await signedInVisitors(cluster, 6);
  const exit = once(one.process, "exit");
  const failures = browseUntil(exit, visitors);
  await pause(500);
  const signalled = performance.now();
  one.process.kill("SIGTERM");
  const probe = createVisitor(cluster);
  await until(async () => (await probe.get("/readyz", { at: one })).status === 503, 2_000, 20);
  const [code] = await exit;
  const took = performance.now() - signalled;
  assert.deepEqual(await failures, []);
  assert.equal(code, 0, one.output());
  assert.ok(took < 10_000, `it took ${took} ms`);
  probe.leave();
  await cluster.replace(one);
  for (const visitor of visitors) visitor.leave();
}

/** A cancellation or an order that a signed-in subscriber is about to send. */
export interface Attempt {
  person: Person;
  operation: "cancel" | "create";
  press(at?: Member): Promise<number>;
  leave(): void;
}

/** Signs people in: every second one is about to buy, the others to cancel. */
export async function prepareAttempts(cluster: Cluster, crowd: Person[]): Promise<Attempt[]> {
  const signedIn: Attempt[] = [];
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
  const attempts = await prepareAttempts(cluster, crowd.slice(12, 42));
  const visitors = await signedInVisitors(cluster, 4);
  let done = () => {};
  const over = new Promise<void>((resolve) => {
    done = resolve;
  });
  const failures = browseUntil(over, visitors);

  const acknowledged = new Set<Attempt>();
  const presses = attempts.map(async (attempt, index) => {
    await pause(index * 60);
    // The first half goes to the members directly, in pairs, so that the kill is sure to interrupt some.
    const status = await attempt.press(
      index < attempts.length / 2 ? members[(index >> 1) % 2] : undefined,
    );
    if (isAcknowledged(status)) acknowledged.add(attempt);
    // Interrupted by the kill, or refused because a busy machine took too long to store it.
    else assert.ok([0, 502, 503].includes(status), String(status));
    return status;
  });
  await pause((attempts.length * 60) / 2);
  one.process.kill("SIGKILL");
  const statuses = await Promise.all(presses);
  await pause(500);
  done();
  assert.deepEqual(await failures, [], "the survivor answers every page");
  sandbox.faults.clear("billing");
  assert.ok(acknowledged.size > attempts.length / 2, statuses.join());

  const effectsOf = ({ person, operation }: Attempt) => effectsFor(cluster, person, operation);
  const hasEffect = (attempt: Attempt) => effectsOf(attempt).length > 0;
  await until(() => [...acknowledged].every(hasEffect), 60_000);
  // The others press again, while the dead process still holds the leases, which last 15 s.
  const repeated = attempts.filter((attempt) => !acknowledged.has(attempt));
  assert.ok(repeated.length > 0, "the kill interrupted nothing");
  await Promise.all(
    repeated.map((attempt) => until(async () => isAcknowledged(await attempt.press()), 30_000)),
  );
  await cluster.replace(one);
  await until(() => attempts.every(hasEffect), 60_000);
  for (const attempt of attempts)
    assert.equal(effectsOf(attempt).length, 1, `${attempt.operation} of ${attempt.person.key}`);
  for (const { leave } of [...visitors, ...attempts]) leave();
}
