import { type Flood, floodAround, mostInHour, usualSpan } from "~/features/leaving/rules/brake";
import { operatorMail } from "~/features/leaving/services/operator-mails.server";
import { log } from "~/platform/monitoring/log.server";
import { deliverLetter } from "~/platform/outbox/letter.server";
import { createCache } from "~/platform/store/cache.server";
import { inFirestore } from "~/platform/store/firestore.server";
import { createLimit } from "~/platform/store/rate-limits.server";
import { hour, weekInSeconds } from "~/platform/values/durations";
import { moment } from "~/platform/values/moment";

/** How many declarations an hour may have. That changes slowly, so it is computed once an hour. */
const limits = createCache<number>("declaration-limits", { ttl: hour, maxBytes: 1_048_576 });

/** Floods that this process has found: a declaration within one needs no look-up. */
const floods: Flood[] = [];
const mostFloods = 200;

/** Whether a declaration came in an hour with far more than usual. @throws UpstreamError if Firestore fails */
export async function cameInFlood(declaredAt: number): Promise<boolean> {
  if (floods.some(({ from, to }) => from <= declaredAt && declaredAt <= to)) return true;
  const until = Math.floor(declaredAt / hour) * hour - hour;
  const most = await limits.get(String(until), async () =>
    mostInHour(await countDeclared(until - usualSpan, until)),
  );
  const flood = floodAround(declaredAt, await timesAround(declaredAt, most), most);
  if (!flood) return false;
  floods.push(flood);
  if (floods.length > mostFloods) floods.shift();
  return true;
}

const at = (time: number) => new Date(time);

/** Public declarations in a span of time, whether or not their addresses have a subscription. */
const countDeclared = (from: number, to: number): Promise<number> =>
  inFirestore("read", async (database) => {
    const declared = database
      .collection("declarations")
      .where("publicAt", ">=", at(from))
      .where("publicAt", "<", at(to));
    return (await declared.count().get()).data().count;
  });

/** The times of the public declarations within an hour of `time`, enough on each side to find more than `most`. */
const timesAround = (time: number, most: number): Promise<number[]> =>
  inFirestore("read", async (database) => {
    const all = database.collection("declarations").select("publicAt");
    const [before, after] = await Promise.all([
      all
        .where("publicAt", "<=", at(time))
        .where("publicAt", ">", at(time - hour))
        .orderBy("publicAt", "desc")
        .limit(most + 1)
        .get(),
      all
        .where("publicAt", ">", at(time))
        .where("publicAt", "<", at(time + hour))
        .orderBy("publicAt")
        .limit(most)
        .get(),
    ]);
    return [...before.docs.toReversed(), ...after.docs].map(
      (document) => moment(document.data().publicAt) ?? 0,
    );
  });

const alarms = createLimit("declaration-alarm", { points: 1, seconds: weekInSeconds });

/** Tells the operator when a flood begins, once: one that goes on in the next hour is the same one. */
export async function alarmOfFlood(declaredAt: number): Promise<void> {
  const began = Math.floor(declaredAt / hour) * hour;
  const nameOf = (time: number) => new Date(time).toISOString().slice(0, 13);
  const [name, before] = [nameOf(began), nameOf(began - hour)];
  if ((await alarms.take(name)) !== undefined) return;
  if ((await alarms.take(before)) !== undefined) return;
  log.error({ hour: name }, "public declarations come in a flood, and wait for a person");
  const letter = await deliverLetter(
    "flood",
    await operatorMail(() => ({
      id: `flood-${name}`,
      subject: "Far more cancellations than usual wait for you",
      paragraphs: [
        `Since about ${name}:00 UTC more than ten times as many declarations as usual come on the public pages, without signing in. Somebody may use a list of addresses that are not theirs.`,
        "Each owner has had a letter with a link that stops it. Their cancellations wait for you; those whose term is about to end are carried out in time all the same.",
        "See docs/operations.md, 'The outbox': look at them with npm run outbox, and carry them out or give them up.",
      ],
    })),
  );
  // The next declaration tries again.
  if (letter.end === "again") await Promise.all([name, before].map((one) => alarms.forget(one)));
}
