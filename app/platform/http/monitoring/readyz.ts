import { isStopping } from "~/platform/http/monitoring/health.server";

/** Readiness: 503 once the server has been told to stop. */
export function loader() {
  const stopping = isStopping();
  return Response.json({ ready: !stopping }, { status: stopping ? 503 : 200 });
}
