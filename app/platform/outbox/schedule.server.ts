import { env } from "~/env.server";
import { gaugeOutbox } from "~/platform/monitoring/metrics.server";
import { outboxFigures } from "~/platform/outbox/operations.server";
import { lookInterval, runDue } from "~/platform/outbox/run-due.server";
import type { OutboxKind } from "~/platform/outbox/runner.server";
import { shareOutbox } from "~/platform/outbox/shared.server";
import { repeatedly, setStoppingSoon } from "~/platform/work/background.server";

/** Milliseconds without a working queue in Redis after which each process polls Firestore itself. */
const redisGracePeriod = 10_000;

/**
 * Runs due outbox entries (docs/product.md#jobs). With a `REDIS_URL` the processes share the work through Redis. Without one, or
 * while Redis is down, each process polls Firestore itself. Leases prevent that two processes run the same entry.
 */
export function startOutbox(kinds: readonly OutboxKind[]): { stop(): Promise<void> } {
  setStoppingSoon(false);
  gaugeOutbox(() => outboxFigures(kinds, Date.now()));
  const shared = env.REDIS_URL ? shareOutbox(kinds) : undefined;
  // If Redis cannot be opened, the rounds log it, and this process polls Firestore itself.
  shared?.catch(() => undefined);
  let redisWorkedAt = Date.now();
  const rounds = kinds.map((kind) =>
    repeatedly(`outbox ${kind.name}`, lookInterval, async (isStopped) => {
      if (!shared || Date.now() - redisWorkedAt > redisGracePeriod) await runDue(kind, isStopped);
    }),
  );
  if (shared)
    rounds.push(
      // Repeated, because the schedule is lost if Redis is emptied.
      repeatedly("outbox schedule", lookInterval, async () => {
        const nextLookAt = await (await shared).scheduleLook(lookInterval);
        if (nextLookAt !== undefined && Date.now() - nextLookAt < redisGracePeriod)
          redisWorkedAt = Date.now();
      }),
    );
  return {
    async stop() {
      setStoppingSoon(true);
      await Promise.all([
        ...rounds.map((stop) => stop()),
        shared?.then(
          (outbox) => outbox.stop(),
          () => undefined,
        ),
      ]);
    },
  };
}
