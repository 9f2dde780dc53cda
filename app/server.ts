import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { env } from "~/env.server";
import { wakeSleepingNotices } from "~/features/leaving/notices.server";
import { flushEvents } from "~/features/tracking/events.server";
import { createListener } from "~/listener.server";
import { outboxKinds } from "~/outbox-kinds.server";
import { limitBodyTime } from "~/platform/http/gate/body-time.server";
import { isUploadRequest } from "~/platform/http/gate/gate.server";
import { inTurn } from "~/platform/http/gate/in-turn.server";
import { isStopping, markStopping } from "~/platform/http/monitoring/health.server";
import { startMetricsEndpoint } from "~/platform/http/monitoring/metrics-endpoint.server";
import { handleUncaughtErrors } from "~/platform/http/monitoring/uncaught-errors.server";
import { breakOff } from "~/platform/http/responses/stream-body.server";
import { flushErrorReports, startErrorReports } from "~/platform/monitoring/error-reports.server";
import { log, writeLastLines } from "~/platform/monitoring/log.server";
import { startOutbox } from "~/platform/outbox/schedule.server";
import { pictureSource } from "~/platform/pictures/fetch.server";
import { adminAuth, firestore } from "~/platform/store/firebase.server";
import { within } from "~/platform/upstream/upstream.server";
import { hour } from "~/platform/values/durations";
import { backgroundSettled, repeatedly } from "~/platform/work/background.server";

// The least that the packages name, undici above all.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(`Node ${process.versions.node} is too old: 22.19 or newer is needed\n`);
  process.exit(1);
}

await startErrorReports();
const metrics = startMetricsEndpoint();
const listener = createListener();
const inFlight = new Set<ServerResponse>();
function answer(request: IncomingMessage, response: ServerResponse): void {
  limitBodyTime(request, response);
  listener(request, response);
  // A cached response is already sent in full, so it does not count as in flight.
  if (response.writableEnded && response.writableLength === 0) return;
  inFlight.add(response);
  response.on("close", () => inFlight.delete(response));
}
const server = createServer((request, response) => inTurn(request, response, answer));
// Closes connections on which no byte has moved in either direction for so long; for a form's answer, see `limitBodyTime`.
server.timeout = 30_000;
// The longest that an upload may take; `limitBodyTime` is for all others.
server.requestTimeout = 2 * hour;
server.headersTimeout = 10_000;
// By default Node keeps 2,000 headers, and before version 24 drops the others without a word. Their size is limited anyway.
server.maxHeadersCount = 0;
// Without this, Node asks for every body itself. An upload is asked for when it is read (app/platform/http/uploads).
server.on("checkContinue", (request, response) => {
  if (!isUploadRequest(request)) response.writeContinue();
  server.emit("request", request, response);
});
// Longer than proxies keep an idle connection (Google's load balancer: 600 s), so that none sends on one that is being closed.
server.keepAliveTimeout = 620_000;

// Uncaught, the message has its port taken out as if it were an address.
function cannotListen(error: NodeJS.ErrnoException): never {
  log.error({ error: error.code, host: env.HOST, port: env.PORT }, "cannot listen");
  throw error;
}
server.once("error", cannotListen);
server.listen({ port: env.PORT, host: env.HOST }, () => {
  server.off("error", cannotListen);
  const address = server.address();
  log.info({ port: typeof address === "object" ? address?.port : env.PORT }, "listening");
  void pictureSource.warnOfUnusableHosts();
  // Loaded now, so that the first sign-in does not wait for it.
  void Promise.allSettled([adminAuth(), firestore()]);
});
const outbox = startOutbox(outboxKinds);
const sleepingNotices = repeatedly("sleeping notices", 6 * hour, wakeSleepingNotices);

/**
 * Milliseconds after SIGTERM in which new connections are still accepted: a load balancer learns a moment later
 * than the container that the container is stopping.
 */
const drainDelay = 2_000;
/** Milliseconds from the signal to the end of the process. */
const shutdownTime = 9_000;
/** Milliseconds of it reserved for what follows the requests. The slowest form is answered within 4.7 s. */
const reserveAfterRequests = 2_200;
/** Milliseconds of it reserved for flushing the queues after the background work. */
const reserveAfterBackground = 1_200;
/** Milliseconds of it in which stdout may take the last lines of the log. */
const reserveForLog = 400;

async function shutDown(reason: NodeJS.Signals | "uncaught error"): Promise<void> {
  // npm and process groups deliver the same signal more than once.
  if (isStopping()) return;
  markStopping();
  const deadline = performance.now() + shutdownTime;
  const timeLeft = () => Math.max(0, deadline - performance.now());
  log.info({ reason }, "stopping");
  const unfinished: string[] = [];
  let requests = 0;
  const exit = async () => {
    clearTimeout(emergency);
    if (unfinished.length === 0) log.info("stopped");
    else {
      log.error({ unfinished: unfinished.join(", "), requests }, "stopped with work left");
      process.exitCode = 1;
    }
    await writeLastLines(reserveForLog);
    process.exit();
  };
  const emergency = setTimeout(() => {
    unfinished.push("queues");
    void exit();
  }, shutdownTime - reserveForLog);
  const outboxStopped = Promise.all([outbox.stop(), sleepingNotices()]);
  server.prependListener("request", (_, response) => response.setHeader("connection", "close"));
  // Ctrl-C and its end come from a terminal, where there is no load balancer to wait for.
  if (reason !== "SIGINT" && reason !== "SIGHUP" && server.listening) await pause(drainDelay);
  const closed = new Promise((resolve) => server.close(resolve));
  while (inFlight.size > 0 && timeLeft() > reserveAfterRequests) await pause(50);
  requests = inFlight.size;
  if (requests > 0) unfinished.push("requests");
  // First: over HTTP/1.0 the end of a connection is that of the file.
  for (const response of inFlight) breakOff(response);
  // Idle keep-alive connections and endless downloads would otherwise keep the server open.
  server.closeAllConnections();
  await closed;
  const settled = Promise.all([backgroundSettled(), outboxStopped]).then(() => true);
  if (!(await within(timeLeft() - reserveAfterBackground, settled)))
    unfinished.push("background work");
  const flushTime = Math.min(4_000, Math.max(timeLeft() - 300 - reserveForLog, 0));
  await Promise.all([flushEvents(flushTime), flushErrorReports(flushTime)]);
  metrics?.close();
  await exit();
}

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, shutDown);
handleUncaughtErrors(() => {
  process.exitCode = 1;
  void shutDown("uncaught error");
});
