import { buysOnce, cancelsOnce, purchaseIsPublished } from "./billing.ts";
import { check, counts } from "./check.ts";
import { startCluster } from "./cluster.ts";
import { crowd } from "./crowd.ts";
import { killLosesNothing, stopsGracefully } from "./losses.ts";
import { analysisEnds, bothAnswer, journeysPass } from "./pages.ts";
import { emptiedRedisLosesNothing, redisIsDownForLong } from "./redis-losses.ts";
import {
  limitsAreShared,
  limitsSurviveRedis,
  logOutIsFoundByPolling,
  logOutIsPublished,
} from "./sessions.ts";

// Runs the app as two processes behind nginx and checks what they share. Needs a build.
const started = Date.now();
const cluster = await startCluster(crowd);
try {
  console.log("Two processes behind nginx");
  const back = Promise.withResolvers<void>();
  const found = check(
    "a log-out while Redis is down is known to the other process within 60 s",
    () => logOutIsFoundByPolling(cluster, back.resolve),
  );
  await Promise.race([back.promise, found]);
  await check("the journeys of a browser, with and without JavaScript", journeysPass);
  await check("both processes respond in turn, with the same pages", () => bothAnswer(cluster));
  await check("a finished analysis shows at both processes", () => analysisEnds(cluster));
  await check(
    "failed sign-ins count for both processes together, and forged addresses do not help",
    () => limitsAreShared(cluster),
  );
  await check("a purchase pressed ten times at both processes is made once, and both show it", () =>
    buysOnce(cluster),
  );
  await check("a purchase at one process shows at the other at once", () =>
    purchaseIsPublished(cluster),
  );
  await check("a log-out at one process is known to the other at once", () =>
    logOutIsPublished(cluster),
  );
  await check("a cancellation pressed ten times at both processes happens once", () =>
    cancelsOnce(cluster),
  );
  await check("without Redis each process limits on its own, and nothing fails", () =>
    limitsSurviveRedis(cluster),
  );
  await found;
  await check("a process that stops under load fails no request", () => stopsGracefully(cluster));
  await check(
    "a process killed under load loses no acknowledged cancellation or order, and none happens twice",
    () => killLosesNothing(cluster),
  );
  await check("emptying and restarting Redis loses nothing, and nothing happens twice", () =>
    emptiedRedisLosesNothing(cluster, crowd.slice(42, 52)),
  );
  await check("waiting entries are carried out while Redis is down", () =>
    redisIsDownForLong(cluster, crowd.slice(52, 58)),
  );
} finally {
  await cluster.stop();
}
console.log(`${Math.round((Date.now() - started) / 1_000)} s`);
const { passed, failed } = counts();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
