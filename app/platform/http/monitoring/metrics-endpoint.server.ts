import { createServer, type Server } from "node:http";
import { env } from "~/env.server";
import { log } from "~/platform/monitoring/log.server";
import { registry } from "~/platform/monitoring/metrics.server";

/** Serves `/metrics` in Prometheus format on a port of its own, METRICS_PORT. Does nothing if that is not set. */
export function startMetricsEndpoint(): Server | undefined {
  if (env.METRICS_PORT === undefined) return undefined;
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url?.split("?", 1)[0] !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { "content-type": registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen({ port: env.METRICS_PORT, host: env.HOST }, () => {
    const address = server.address();
    log.info({ port: typeof address === "object" ? address?.port : undefined }, "serving metrics");
  });
  // A taken port must not keep the app from serving pages.
  server.on("error", ({ code }: NodeJS.ErrnoException) =>
    log.error({ error: code, port: env.METRICS_PORT }, "metrics are not served"),
  );
  return server;
}
