import { isStopping } from "~/web/monitoring/health.server";

/** Whether the process is alive: 200 as long as it answers at all. */
export function loader() {
  return Response.json({ status: "ok", stopping: isStopping() });
}
