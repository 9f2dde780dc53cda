import { isStopping } from "~/platform/http/monitoring/health.server";
import { say } from "~/platform/values/say";

/** Readiness: 503 once the server has been told to stop. */
export function loader() {
  const stopping = isStopping();
  return stopping
    ? Response.json({ ready: false, error: say`The server is stopping.` }, { status: 503 })
    : Response.json({ ready: true });
}
