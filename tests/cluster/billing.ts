import assert from "node:assert/strict";
import type { Person } from "../../sandbox/person.ts";
import { until } from "./check.ts";
import type { Cluster, Member } from "./cluster.ts";
import { someone, subscriptionOf } from "./crowd.ts";
import { createVisitor } from "./visitor.ts";

/** What billing has really done for a person. */
export const effectsFor = ({ sandbox }: Cluster, person: Person, operation: "create" | "cancel") =>
  sandbox.world.effects.filter(
    (effect) => effect.operation === operation && effect.payload.firebase_id === person.uid,
  );

export async function buysOnce(cluster: Cluster): Promise<void> {
  const { members } = cluster;
  const [one, two] = members;
  const visitor = createVisitor(cluster);
  const buyer = someone(4);
  await visitor.signIn(buyer.key);
  const purchased = async (path: string, at: Member) =>
    (await visitor.get(path, { at })).text.includes("PURCHASED");
  for (const at of members) assert.equal(await purchased("/dashboard", at), false);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, press) =>
      visitor.post("/dashboard/offers/pdf-course", { at: press % 2 ? one : two, form: {} }),
    ),
  );
  const answered = performance.now();
  for (const { status } of answers) assert.ok([302, 202].includes(status), String(status));
  assert.equal(effectsFor(cluster, buyer, "create").length, 1);
  for (const at of members)
    for (const path of ["/dashboard", "/dashboard/my-plan", "/dashboard/offers/pdf-course"])
      await until(() => purchased(path, at), 2_000 - (performance.now() - answered), 100);
  for (const at of members)
    assert.equal((await visitor.get("/pdf/Lesson_n1.pdf", { at })).status, 200);
  visitor.leave();
}

/** Bought at one process when the other has just read that it is not. */
export async function purchaseIsTold(cluster: Cluster): Promise<void> {
  const [one, two] = cluster.members;
  const visitor = createVisitor(cluster);
  await visitor.signIn(someone(10).key);
  const purchased = async () =>
    (await visitor.get("/dashboard", { at: two })).text.includes("PURCHASED");
  assert.equal(await purchased(), false);
  const { status } = await visitor.post("/dashboard/offers/pdf-course", { at: one, form: {} });
  assert.equal(status, 302);
  await until(purchased, 2_000, 20);
  assert.equal((await visitor.get("/pdf/Lesson_n1.pdf", { at: two })).status, 200);
  visitor.leave();
}

export async function cancelsOnce(cluster: Cluster): Promise<void> {
  const { members } = cluster;
  const [one, two] = members;
  const visitor = createVisitor(cluster);
  const leaver = someone(5);
  await visitor.signIn(leaver.key);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, press) =>
      visitor.post("/api/cancel", {
        at: press % 2 ? one : two,
        json: { id: subscriptionOf(leaver) },
      }),
    ),
  );
  for (const { status } of answers) assert.ok([200, 202].includes(status), String(status));
  await until(() => effectsFor(cluster, leaver, "cancel").length > 0, 10_000);
  for (const at of members)
    assert.match((await visitor.get("/dashboard/my-plan", { at })).text, />Canceled</);
  assert.equal(effectsFor(cluster, leaver, "cancel").length, 1);
  visitor.leave();
}
