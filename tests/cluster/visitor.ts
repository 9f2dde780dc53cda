import { Agent, type IncomingHttpHeaders, request } from "node:http";
import type { Cluster, Member } from "./cluster.ts";

export interface Answer {
  /** 0 where the connection broke. */
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

interface Sent {
  /** Past nginx, which this then stands for: the way to ask one process and no other. */
  at?: Member | undefined;
  headers?: Record<string, string>;
  form?: Record<string, string>;
  json?: object;
}

let visitors = 1;

/** Somebody with an address of their own on the loopback network, and a browser that keeps cookies. */
export function createVisitor({ origin }: Pick<Cluster, "origin">) {
  visitors += 1;
  const address = `127.0.${visitors >> 8}.${visitors & 255}`;
  const agent = new Agent({ keepAlive: true, localAddress: address });
  const cookies = new Map<string, string>();

  function send(method: "GET" | "POST", path: string, { at, headers, form, json }: Sent = {}) {
    const { hostname, port, host } = new URL(origin);
    const body = form ? String(new URLSearchParams(form)) : json ? JSON.stringify(json) : undefined;
    return new Promise<Answer>((resolve) => {
      const broken = () => resolve({ status: 0, headers: {}, text: "" });
      const sending = request(
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
          response.once("error", broken);
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
      sending.once("error", broken);
      sending.end(body);
    });
  }

  return {
    get: (path: string, sent?: Sent) => send("GET", path, sent),
    post: (path: string, sent?: Sent) => send("POST", path, sent),
    tryPassword: (key: string, password: string, sent?: Sent) =>
      send("POST", "/sign-in", { ...sent, form: { email: `${key}@example.com`, password } }),
    async signIn(key: string, sent?: Sent): Promise<void> {
      const { status } = await this.tryPassword(key, `${key}-pass`, sent);
      if (status !== 302) throw new Error(`signing in as ${key} ended in ${status}`);
    },
    /** The cookies as they are now, to be sent again when they have been cleared. */
    cookies: () => [...cookies].map((pair) => pair.join("=")).join("; "),
    leave: () => agent.destroy(),
  };
}

export type Visitor = ReturnType<typeof createVisitor>;
