import { env } from "~/env.server";
import { hourOf, isFlood, usualSpan } from "~/features/leaving/rules/brake";
import { composeLetter } from "~/platform/mail/compose.server";
import { log } from "~/platform/monitoring/log.server";
import { deliverLetter } from "~/platform/outbox/letter.server";
import { createCache } from "~/platform/store/cache.server";
import { inFirestore } from "~/platform/store/firestore.server";
import { createLimit } from "~/platform/store/rate-limits.server";
import { minute, weekInSeconds } from "~/platform/values/durations";

/** By the hour in which they were declared. An hour may still fill, so it is counted anew. */
const floods = createCache<boolean>("declaration-floods", { ttl: minute / 2, maxBytes: 1_048_576 });

/** Whether far more declarations came in the hour of this one than usual. @throws UpstreamError if Firestore fails */
export function cameInFlood(declaredAt: number): Promise<boolean> {
  const { from, to } = hourOf(declaredAt);
  return floods.get(String(from), async () => {
    const [inHour, before] = await Promise.all([
      publicDeclarations(from, to),
      publicDeclarations(from - usualSpan, from),
    ]);
    return isFlood(inHour, before);
  });
}

/** Public declarations of subscriptions that began in a span of time. */
const publicDeclarations = (from: number, to: number): Promise<number> =>
  inFirestore("read", async (database) => {
    const began = database
      .collection("openDeclarations")
      .where("requestedAt", ">=", from)
      .where("requestedAt", "<", to);
    return (await began.count().get()).data().count;
  });

const alarms = createLimit("declaration-alarm", { points: 1, seconds: weekInSeconds });

/** Tells the operator of a flood, once for each hour in which it came. */
export async function alarmOfFlood(declaredAt: number): Promise<void> {
  const { from } = hourOf(declaredAt);
  const hour = new Date(from).toISOString().slice(0, 13);
  if ((await alarms.take(hour)) !== undefined) return;
  log.error({ hour }, "public declarations came in a flood, and wait for a person");
  const letter = await deliverLetter(
    "declaration",
    await composeLetter({
      origin: env.APP_ORIGIN,
      supportEmail: env.SUPPORT_EMAIL,
      to: env.SUPPORT_EMAIL,
      id: `flood-${hour}`,
      subject: "Far more cancellations than usual wait for you",
      heading: "Far more cancellations than usual wait for you",
      paragraphs: [
        `In the hour from ${hour}:00 UTC more than ten times as many subscriptions as usual were canceled on the public page, without signing in. Somebody may use a list of addresses that are not theirs.`,
        "Each owner has had a letter with a link that stops it. Their cancellations wait for you; those whose term is about to end are carried out in time all the same.",
        "See docs/operations.md, 'The outbox': look at them with npm run outbox, and carry them out or give them up.",
      ],
      action: { label: "Open Profile Analyzer", address: env.APP_ORIGIN },
    }),
  );
  if (letter.end === "again") await alarms.forget(hour);
}
