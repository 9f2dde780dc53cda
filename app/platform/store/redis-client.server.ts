import { connect, isIP } from "node:net";
import { connect as connectByTls } from "node:tls";
import { AbstractConnector, Redis, type RedisOptions } from "ioredis";
import { sharedLookup } from "~/platform/upstream/upstream.server";

/** Connects as the library's own connector, which takes no lookup. */
class Connector extends AbstractConnector {
  readonly #options: RedisOptions;

  constructor(given: unknown) {
    const options = given as RedisOptions;
    super(options.disconnectTimeout ?? 2_000);
    this.#options = options;
  }

  async connect() {
    const { host, port = 6379, family, tls } = this.#options;
    // Node does not send the name of `host` by itself, and some proxies find the server by it.
    const named = tls && host && !isIP(host) ? { servername: host } : {};
    const server = { host, port, family, lookup: sharedLookup, ...named, ...tls };
    this.stream = tls ? connectByTls(server) : connect(server);
    // May come before the client listens, which looks for it here then.
    this.stream.once("error", (error) => {
      this.firstError = error;
    });
    return this.stream;
  }
}

export const createClient = (url: string, options: RedisOptions): Redis =>
  new Redis(url, { Connector, ...options });
