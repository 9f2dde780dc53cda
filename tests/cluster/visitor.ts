import { Agent, type IncomingHttpHeaders, request } from "node:http";
import type { Cluster, Member } from "./cluster.ts";

export interface Answer {
  /** 0 if the connection broke. */
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

interface SendOptions {
  /** Sends to this process directly, with nginx's headers. */
  at?: Member | undefined;
  headers?: Record<string, string>;
  form?: Record<string, string>;
  json?: object;
}

let visitors = 1;

/** A client with its own loopback address that keeps cookies. */
export function createVisitor({ origin }: Pick<Cluster, "origin">) {
  visitors += 1;
  const address = `127.0.${visitors >> 8}.${visitors & 255}`;
  const agent = new Agent({ keepAlive: true, localAddress: address });
  const cookies = new Map<string, string>();

  function send(
    method: "GET" | "POST",
    path: string,
    { at, headers, form, json }: SendOptions = {},
  ) {
    const { hostname, port, host } = new URL(origin);
    const body = form ? String(new URLSearchParams(form)) : json ? JSON.stringify(json) : undefined;
    return new Promise<Answer>((resolve) => {
      const resolveBroken = () => resolve({ status: 0, headers: {}, text: "" });
      const outgoing = request(
        {
          host: hostname === "localhost" ? "127.0.0.1" : hostname,
          port: at?.port ?? port,
          path,
          method,
          agent,
          headers: {
            host,
            "user-agent": "cluster test",
            cookie: [...cookies].map((pair) => pair.join("=")).join("; "),
            ...(at && { "x-forwarded-for": address }),
            ...(method === "POST" && { origin, "content-length": Buffer.byteLength(body ?? "") }),
            ...(form && { "content-type": "application/x-www-form-urlencoded" }),
            ...(json && { "content-type": "application/json" }),
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.once("error", resolveBroken);
          response.once("end", () => {
            for (const set of response.headers["set-cookie"] ?? []) {
              const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
              cookies.set(name, value);
            }
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(chunks).toString("utf8"),
            });
          });
        },
      );
      outgoing.once("error", resolveBroken);
      outgoing.end(body);
    });
  }

  return {
    get: (path: string, options?: SendOptions) => send("GET", path, options),
    post: (path: string, options?: SendOptions) => send("POST", path, options),
    tryPassword: (key: string, password: string, options?: SendOptions) =>
      send("POST", "/sign-in", { ...options, form: { email: `${key}@example.com`, password } }),
    async signIn(key: string, options?: SendOptions): Promise<void> {
      const { status } = await this.tryPassword(key, `${key}-pass`, options);
      if (status !== 302) throw new Error(`signing in as ${key} ended in ${status}`);
    },
    /** The current cookies, to send them again after they were cleared. */
    cookies: () => [...cookies].map((pair) => pair.join("=")).join("; "),
    leave: () => agent.destroy(),
  };
}

export type Visitor = ReturnType<typeof createVisitor>;
