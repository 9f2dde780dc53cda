import { gaugeOutbox } from "~/clients/metrics.server";
import { env } from "~/env.server";
import { repeatedly } from "~/services/background.server";
import { outboxKinds } from "~/services/outbox/kinds.server";
import { outboxFigures } from "~/services/outbox/operations.server";
import { runDue } from "~/services/outbox/runner.server";
import { shareOutbox } from "~/services/outbox/shared.server";

/** Milliseconds between two looks at what is due. */
const lookEvery = 5_000;

/** Milliseconds for which Redis may be away, or hand nothing out, until each process looks by itself. */
const redisPatience = 10_000;

/**
 * Runs what is due in the outbox (contract 12): without a `REDIS_URL` this process looks for it by itself, with one
 * the processes share the work through Redis, and each looks by itself only while that is away. Leases make it safe.
 */
export function startOutbox(): { stop(): Promise<void> } {
  gaugeOutbox(() => outboxFigures(Date.now()));
  const shared = env.REDIS_URL ? shareOutbox() : undefined;
  // Where it cannot be opened, the rounds say so, and this process looks by itself.
  shared?.catch(() => undefined);
  let redisWorkedAt = Date.now();
  const rounds = outboxKinds.map((kind) =>
    repeatedly(`outbox ${kind.name}`, lookEvery, async (isStopped) => {
      if (!shared || Date.now() - redisWorkedAt > redisPatience) await runDue(kind, isStopped);
    }),
  );
  if (shared)
    rounds.push(
      // Asked for again and again, so that it stands in a Redis that was emptied, too.
      repeatedly("outbox schedule", lookEvery, async () => {
        const nextLookAt = await (await shared).scheduleLook(lookEvery);
        if (nextLookAt !== undefined && Date.now() - nextLookAt < redisPatience)
          redisWorkedAt = Date.now();
      }),
    );
  return {
    async stop() {
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
