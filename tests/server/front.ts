import { type Faults, faultyResponse, type SystemName } from "../../sandbox/faults.ts";
import { type HttpServer, serveFetch } from "../../sandbox/http-server.ts";

/** Passes requests on to what stands behind it, unless the system they are for is broken. */
export function frontOf(
  behind: string,
  faults: Faults,
  publicHost: string,
  only?: SystemName,
): Promise<HttpServer> {
  return serveFetch(
    async (request) => {
      const { pathname, search } = new URL(request.url);
      const name = only ?? (pathname.split(/[/-]/, 2)[1] as SystemName);
      const fault = faults.current(name);
      const faulty = fault && (await faultyResponse(fault, request, `${behind}/trap`));
      if (faulty) return faulty;
      const headers = new Headers(request.headers);
      for (const one of ["host", "connection", "content-length", "accept-encoding"])
        headers.delete(one);
      const body = request.method === "GET" ? null : await request.arrayBuffer();
      return fetch(behind + pathname + search, {
        method: request.method,
        headers,
        body,
        redirect: "manual",
        signal: request.signal,
      });
    },
    { port: 0, publicHost },
  );
}
