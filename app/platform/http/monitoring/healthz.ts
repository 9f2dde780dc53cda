import { isStopping } from "~/platform/http/monitoring/health.server";

/** Liveness: 200 as long as the process responds. */
export function loader() {
  return Response.json({ status: "ok", stopping: isStopping() });
}
