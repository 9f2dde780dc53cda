import assert from "node:assert/strict";
import type { Person } from "../../sandbox/person.ts";
import { until } from "./check.ts";
import type { Cluster, Member } from "./cluster.ts";
import { crowdMember, subscriptionOf } from "./crowd.ts";
import { createVisitor } from "./visitor.ts";

/** The effects in billing for a person. */
export const effectsFor = ({ sandbox }: Cluster, person: Person, operation: "create" | "cancel") =>
  sandbox.world.effects.filter(
    (effect) => effect.operation === operation && effect.payload.firebase_id === person.uid,
  );

export async function buysOnce(cluster: Cluster): Promise<void> {
  const { members } = cluster;
  const [one, two] = members;
  const visitor = createVisitor(cluster);
  const buyer = crowdMember(4);
  await visitor.signIn(buyer.key);
  const showsPurchase = async (path: string, at: Member) =>
    (await visitor.get(path, { at })).text.includes("PURCHASED");
  for (const at of members) assert.equal(await showsPurchase("/dashboard", at), false);
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
      await until(() => showsPurchase(path, at), 2_000 - (performance.now() - answered), 100);
  for (const at of members)
    assert.equal((await visitor.get("/pdf/Lesson_n1.pdf", { at })).status, 200);
  visitor.leave();
}

/** A purchase at one process invalidates what the other has just cached. */
export async function purchaseIsPublished(cluster: Cluster): Promise<void> {
  const [one, two] = cluster.members;
  const visitor = createVisitor(cluster);
  await visitor.signIn(crowdMember(10).key);
  const showsPurchase = async () =>
    (await visitor.get("/dashboard", { at: two })).text.includes("PURCHASED");
  assert.equal(await showsPurchase(), false);
  const { status } = await visitor.post("/dashboard/offers/pdf-course", { at: one, form: {} });
  assert.equal(status, 302);
  await until(showsPurchase, 2_000, 20);
  assert.equal((await visitor.get("/pdf/Lesson_n1.pdf", { at: two })).status, 200);
  visitor.leave();
}

export async function cancelsOnce(cluster: Cluster): Promise<void> {
  const { members } = cluster;
  const [one, two] = members;
  const visitor = createVisitor(cluster);
  const subscriber = crowdMember(5);
  await visitor.signIn(subscriber.key);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, press) =>
      visitor.post("/api/cancel", {
        at: press % 2 ? one : two,
        json: { id: subscriptionOf(subscriber) },
      }),
    ),
  );
  for (const { status } of answers) assert.ok([200, 202].includes(status), String(status));
  await until(() => effectsFor(cluster, subscriber, "cancel").length > 0, 10_000);
  for (const at of members)
    assert.match((await visitor.get("/dashboard/my-plan", { at })).text, />Canceled</);
  assert.equal(effectsFor(cluster, subscriber, "cancel").length, 1);
  visitor.leave();
}
