import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { flushErrorReports, startErrorReports } from "~/clients/error-reports.server";
import { flushEvents } from "~/clients/events.server";
import { adminAuth, firestore } from "~/clients/firebase.server";
import { log } from "~/clients/log.server";
import { pictureSource } from "~/clients/pictures/fetch.server";
import { within } from "~/clients/upstream.server";
import { env } from "~/env.server";
import { backgroundSettled } from "~/services/background.server";
import { startOutbox } from "~/services/outbox/schedule.server";
import { createListener } from "~/web/listener.server";
import { isStopping, markStopping } from "~/web/monitoring/health.server";
import { startMetricsEndpoint } from "~/web/monitoring/metrics-endpoint.server";
import { handleUncaughtErrors } from "~/web/monitoring/uncaught-errors.server";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 12)) {
  process.stderr.write(`Node ${process.versions.node} is too old: 22.12 or newer is needed\n`);
  process.exit(1);
}

await startErrorReports();
const metrics = startMetricsEndpoint();
const answer = createListener();
let requestsInFlight = 0;
const requestEnded = () => {
  requestsInFlight -= 1;
};
const server = createServer((request, response) => {
  answer(request, response);
  // What has gone out whole, as kept answers do, is under way no longer.
  if (response.writableEnded && response.writableLength === 0) return;
  requestsInFlight += 1;
  response.on("close", requestEnded);
});
// Who has sent nothing and taken nothing of an answer for so long is gone; any byte begins the time anew.
server.timeout = 30_000;
server.requestTimeout = 30_000;
server.headersTimeout = 10_000;
server.keepAliveTimeout = 65_000;

server.listen({ port: env.PORT, host: env.HOST }, () => {
  const address = server.address();
  log.info({ port: typeof address === "object" ? address?.port : env.PORT }, "listening");
  void pictureSource.warnOfUnfetched();
  // Loaded now, off the path of the first sign-in.
  void Promise.allSettled([adminAuth(), firestore()]);
});
const outbox = startOutbox();

/**
 * Milliseconds after SIGTERM in which new connections are still taken: balancers hear of a container's end a
 * moment later than the container itself.
 */
const lingering = 2_000;
/** Milliseconds in which everything that is under way may finish. */
const grace = 9_000;
/** Of them, what requests leave to all that comes after: a form of the last moment has its answer within 4.7 s. */
const afterRequests = 2_200;
/** Of them, what background work leaves to the queues. */
const afterBackground = 1_200;

async function stop(reason: NodeJS.Signals | "uncaught error"): Promise<void> {
  // npm and process groups pass a signal on that the process has had already.
  if (isStopping()) return;
  markStopping();
  const deadline = performance.now() + grace;
  const left = () => Math.max(0, deadline - performance.now());
  log.info({ reason }, "stopping");
  const unfinished: string[] = [];
  let requests = 0;
  const end = () => {
    if (unfinished.length === 0) log.info("stopped");
    else {
      log.error({ unfinished: unfinished.join(", "), requests }, "stopped with work left");
      process.exitCode = 1;
    }
    process.exit();
  };
  setTimeout(() => {
    unfinished.push("queues");
    end();
  }, grace);
  const outboxStopped = outbox.stop();
  server.prependListener("request", (_, response) => response.setHeader("connection", "close"));
  // Whoever presses Ctrl-C has no balancer to wait for.
  if (reason !== "SIGINT" && server.listening) await pause(lingering);
  const closed = new Promise((resolve) => server.close(resolve));
  while (requestsInFlight > 0 && left() > afterRequests) await pause(50);
  requests = requestsInFlight;
  if (requests > 0) unfinished.push("requests");
  // What is open now, such as a browser's spare connection or a download without end, is waited for no longer.
  server.closeAllConnections();
  await closed;
  const settled = Promise.all([backgroundSettled(), outboxStopped]).then(() => true);
  if (!(await within(left() - afterBackground, settled))) unfinished.push("background work");
  const patience = Math.min(4_000, Math.max(left() - 500, 0));
  await Promise.all([flushEvents(patience), flushErrorReports(patience)]);
  metrics?.close();
  end();
}

process.on("SIGTERM", stop);
process.on("SIGINT", stop);
handleUncaughtErrors(() => {
  process.exitCode = 1;
  void stop("uncaught error");
});
