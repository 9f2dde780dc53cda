import { isStopping } from "~/web/monitoring/health.server";

/** Whether new traffic may come: 503 from the moment the server is told to stop. */
export function loader() {
  const stopping = isStopping();
  return Response.json({ ready: !stopping }, { status: stopping ? 503 : 200 });
}
