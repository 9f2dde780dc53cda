import { buysOnce, cancelsOnce, purchaseIsTold } from "./billing.ts";
import { check, counts } from "./check.ts";
import { startCluster } from "./cluster.ts";
import { crowd } from "./crowd.ts";
import { killLosesNothing, stopIsSmooth } from "./losses.ts";
import { analysisEnds, bothAnswer, journeysPass } from "./pages.ts";
import { emptiedRedisLosesNothing, redisIsAwayForLong } from "./redis-losses.ts";
import { limitsAreShared, logOutIsFound, logOutIsTold, redisIsLost } from "./sessions.ts";

// What holds for one process holds for two behind a balancer. Needs a build; the last line counts the checks.
const started = Date.now();
const cluster = await startCluster(crowd);
try {
  console.log("Two processes behind nginx");
  const back = Promise.withResolvers<void>();
  const found = check("a log-out that Redis was away for is known within 60 s all the same", () =>
    logOutIsFound(cluster, back.resolve),
  );
  await Promise.race([back.promise, found]);
  await check("the journeys of a browser, with and without JavaScript", journeysPass);
  await check("both processes answer in turn, and pages are the same", () => bothAnswer(cluster));
  await check("an analysis that ends shows wherever the page is asked for", () =>
    analysisEnds(cluster),
  );
  await check("failed sign-ins add up over both, whatever address is forged", () =>
    limitsAreShared(cluster),
  );
  await check("a purchase pressed ten times at both is made once, and shown by both", () =>
    buysOnce(cluster),
  );
  await check("a purchase at one process shows at the other at once", () =>
    purchaseIsTold(cluster),
  );
  await check("a log-out at one process is known to the other at once", () =>
    logOutIsTold(cluster),
  );
  await check("a cancellation pressed ten times at both happens once", () => cancelsOnce(cluster));
  await check("without Redis limits go on in each process, and nothing fails", () =>
    redisIsLost(cluster),
  );
  await found;
  await check("a process told to stop under load is missed by nobody", () => stopIsSmooth(cluster));
  await check(
    "a process killed under load loses no acknowledged cancellation or order, and makes none twice",
    () => killLosesNothing(cluster),
  );
  await check(
    "Redis emptied and started again in the middle loses nothing, and doubles nothing",
    () => emptiedRedisLosesNothing(cluster, crowd.slice(42, 52)),
  );
  await check("what waits happens while Redis is away, too", () =>
    redisIsAwayForLong(cluster, crowd.slice(52, 58)),
  );
} finally {
  await cluster.stop();
}
console.log(`${Math.round((Date.now() - started) / 1_000)} s`);
const { passed, failed } = counts();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
