import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { getResponse, http, type RequestHandler } from "msw";
import { serveFetch } from "../http-server.ts";
import { googleClient } from "./google-people.ts";
import { defineSystem, type SystemContext } from "./system.ts";

/**
 * Google: a real OpenID provider, started by its first request, so that a sandbox in which nobody signs in with
 * Google takes no longer to start.
 */
export async function startGoogle(context: SystemContext, port: number, appOrigin: string) {
  let handlers: RequestHandler[] = [];
  const front = await serveFetch(
    async (request) =>
      (await getResponse(handlers, request)) ?? new Response(null, { status: 404 }),
    { port, publicHost: "localhost" },
  );
  const issuer = front.origin;
  let starting: ReturnType<typeof start> | undefined;
  handlers = defineSystem("google", issuer, context, [
    http.all(`${issuer}/*`, async ({ request }) => {
      starting ??= start(issuer, appOrigin);
      return forward(request, (await starting).port);
    }),
  ]);
  return {
    env: {
      GOOGLE_ISSUER: issuer,
      GOOGLE_CLIENT_ID: googleClient.id,
      GOOGLE_CLIENT_SECRET: googleClient.secret,
    },
    async stop() {
      await front.close();
      await (await starting)?.stop();
    },
  };
}

async function start(issuer: string, appOrigin: string) {
  const { googleProvider } = await import("./google-provider.ts");
  const server = (await googleProvider(issuer, appOrigin)).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function forward(request: Request, port: number): Promise<Response> {
  const { pathname, search, host } = new URL(request.url);
  const headers = new Headers(request.headers);
  for (const name of ["host", "connection", "content-length", "accept-encoding"])
    headers.delete(name);
  // Everybody is asked anew who they are.
  if (pathname === "/auth") headers.delete("cookie");
  headers.set("x-forwarded-host", host);
  headers.set("x-forwarded-proto", "http");
  const body = await request.arrayBuffer();
  const response = await fetch(`http://127.0.0.1:${port}${pathname}${search}`, {
    method: request.method,
    headers,
    body: body.byteLength > 0 ? body : null,
    redirect: "manual",
    signal: request.signal,
  });
  const answered = new Headers(response.headers);
  for (const name of ["connection", "keep-alive", "content-length", "transfer-encoding"])
    answered.delete(name);
  return new Response(response.body, { status: response.status, headers: answered });
}
