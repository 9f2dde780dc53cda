import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "~/env.server";
import { requestAddress } from "~/platform/http/gate/request-address.server";

/**
 * Headers that do not reach Remix: those of a single connection, and those of Remix's own origin check. That check
 * trusts `x-forwarded-host` from any client and answers 500 on a mismatch; the gate has already checked the origin.
 */
const droppedHeaders = new Set([
  ...["connection", "keep-alive", "transfer-encoding", "upgrade"],
  ...["origin", "x-forwarded-host"],
]);

/** The headers as Node joined them. The gate has read them in this form, too. */
function headersOf({ headers }: IncomingMessage): Headers {
  const whole = new Headers();
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined || droppedHeaders.has(name)) continue;
    for (const one of typeof value === "string" ? [value] : value) whole.append(name, one);
  }
  return whole;
}

const addressFor = ({ url = "" }: IncomingMessage) =>
  requestAddress(url)?.href ?? env.APP_ORIGIN + url;

/** The request as Remix takes it. Its origin is always APP_ORIGIN, whatever the Host header says. */
export function toFetchRequest(
  request: IncomingMessage,
  body: Buffer | ReadableStream<Uint8Array> | undefined,
  signal: AbortSignal | undefined,
): Request {
  return new Request(addressFor(request), {
    method: request.method ?? "GET",
    headers: headersOf(request),
    ...(signal && { signal }),
    ...(body && { body: Buffer.isBuffer(body) ? new Uint8Array(body) : body, duplex: "half" }),
  });
}

/** The headers of a request, read from Node's. The rest of `Headers` comes from one that is made at its first use. */
class QuickHeaders {
  readonly #incoming: IncomingMessage;
  #whole: Headers | undefined;
  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming;
  }
  get whole(): Headers {
    this.#whole ??= headersOf(this.#incoming);
    return this.#whole;
  }
  get(name: string): string | null {
    const key = name.toLowerCase();
    const value = droppedHeaders.has(key) ? undefined : this.#incoming.headers[key];
    if (value === undefined) return null;
    return typeof value === "string" ? value : this.whole.get(name);
  }
  has(name: string): boolean {
    return this.get(name) !== null;
  }
}

/** A GET for loaders. The rest of `Request` comes from one that is made at its first use. */
class QuickRequest {
  readonly #incoming: IncomingMessage;
  #whole: Request | undefined;
  readonly method = "GET";
  readonly url: string;
  readonly headers: QuickHeaders;
  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming;
    this.url = addressFor(incoming);
    this.headers = new QuickHeaders(incoming);
  }
  get whole(): Request {
    this.#whole ??= toFetchRequest(this.#incoming, undefined, undefined);
    return this.#whole;
  }
}

/** Gives a stand-in the other members of the class that it stands in for, and its prototype, for `instanceof`. */
function completeBy(standIn: { prototype: { whole: object } }, original: { prototype: object }) {
  for (const name of Reflect.ownKeys(original.prototype)) {
    if (
      Object.hasOwn(standIn.prototype, name) ||
      ["url", "method", "headers"].includes(String(name))
    )
      continue;
    Object.defineProperty(standIn.prototype, name, {
      get(this: { whole: object }) {
        const { whole } = this;
        const value: unknown = Reflect.get(whole, name);
        return typeof value === "function" ? value.bind(whole) : value;
      },
    });
  }
  Object.setPrototypeOf(standIn.prototype, original.prototype);
}
completeBy(QuickHeaders, Headers);
completeBy(QuickRequest, Request);

/**
 * A GET for the loaders of a page that is mostly in the cache: making a `Request` with its `Headers` and its signal
 * takes longer than finding the page.
 */
export const toQuickRequest = (request: IncomingMessage): Request =>
  new QuickRequest(request) as unknown as Request;

/** Aborts when the client disconnects before it has the whole response, or has done so already. */
export function disconnectSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (response.destroyed) controller.abort();
  response.once("close", () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** Whether Remix's client asks for a page's data alone (single fetch: the page's address with `.data`). */
export const isDataRequest = ({ url = "" }: Pick<IncomingMessage, "url">) =>
  url.split("?", 1)[0]?.endsWith(".data") ?? false;
