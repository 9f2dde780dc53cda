import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import type { AppLoadContext } from "@remix-run/node";
import { type GateRefusal, tooLarge } from "~/platform/http/gate/gate.server";
import { stoppingSignal } from "~/platform/http/monitoring/health.server";
import { TooSlow } from "~/platform/http/uploads/streamed-body.server";
import { formTokenField } from "~/platform/values/form-token";
import { sentences } from "~/platform/values/say";

/** A field, or a file that is read while it arrives. The memory of a chunk is the reader's own, to be handed on. */
type UploadItem =
  | { field: string; value: string }
  | { field: string; fileName: string; chunks: AsyncIterable<Uint8Array<ArrayBuffer>> };

/** A million followers are some 100 files of JSON. */
const limits = { fields: 20, fieldSize: 1_024, files: 500, headerPairs: 20, headerSize: 8_192 };

const incomplete: GateRefusal = sentences({
  status: 400,
  text: "What was sent did not arrive whole.",
});
/** Not 408: on a connection that was used before, browsers would silently send everything again. */
const tooSlow: GateRefusal = sentences({
  status: 400,
  text: "The connection was too slow for this upload, so we ended it. Nothing has changed. Please try again on a faster connection.",
});
const stopping: GateRefusal = sentences({
  status: 503,
  text: "We are just restarting. Please send it again in a moment.",
});
/** For a route that waits for something else than the upload: refuses the upload if the server is stopping. */
export function refuseAsStopping({ upload }: Pick<AppLoadContext, "upload">): void {
  if (stoppingSignal.aborted && upload) upload.refusal ??= stopping;
}

/** Milliseconds that an upload has left when the server is told to stop: app/server.ts waits for 6.8 s. */
const timeToStop = 4_000;

/**
 * Reads a `multipart/form-data` body item by item while it arrives. Only a few chunks are in memory at a time: the
 * client is read from no faster than the files' chunks are. The next item comes once the file before was read or left.
 * The form token is not among the fields. Where the page that a request came from is unknown, the token must come
 * before the first file.
 *
 * Any other body counts as an empty form. A file input in which nothing was chosen is no item.
 * @param slow when it is aborted, the client counts as too slow
 * @throws a Response if the client left or is too slow, the body is malformed, the token is wrong or the server stops,
 * from here or from `chunks`. The right answer is then sent whatever the route returns.
 */
export async function* readUpload(
  request: Request,
  { upload }: Pick<AppLoadContext, "upload">,
  slow?: AbortSignal,
): AsyncGenerator<UploadItem> {
  const type = request.headers.get("content-type") ?? "";
  if (!request.body || !/^multipart\/form-data;.*boundary=/i.test(type)) return;
  const refuse = (refusal: GateRefusal) => {
    if (upload) upload.refusal ??= refusal;
    return new Response(refusal.text, { status: refusal.status });
  };
  const parser = parserFor(type);
  if (!parser) throw refuse(incomplete);
  const parts = new Parts(parser, request.body.getReader());
  slow?.addEventListener("abort", () => parts.endAsTooSlow());
  let token = "";
  let isChecked = false;
  const checkOnce = () => {
    const refusal = isChecked ? undefined : upload?.checkToken(token);
    isChecked = true;
    if (refusal) throw refuse(refusal);
  };
  try {
    for (;;) {
      const part = await parts.next();
      if (!part) return checkOnce();
      if ("value" in part) {
        if (part.field === formTokenField) token ||= part.value;
        else yield part;
        continue;
      }
      const { field, fileName, file } = part;
      checkOnce();
      if (fileName) yield { field, fileName, chunks: chunksOf(file, refuse) };
      if (!file.readableEnded) await finished(file.resume());
    }
  } catch (error) {
    throw error instanceof Response ? error : refuse(refusalIn(error));
  } finally {
    parts.stop();
  }
}

/** @returns undefined if the boundary is malformed or too long */
function parserFor(type: string): BusboyInstance | undefined {
  try {
    return new Busboy({ headers: { "content-type": type }, limits });
  } catch {
    return undefined;
  }
}

type Part = { field: string; value: string } | { field: string; fileName: string; file: Readable };

class Refused extends Error {
  readonly refusal: GateRefusal;
  constructor(refusal: GateRefusal) {
    super(refusal.text);
    this.refusal = refusal;
  }
}

const refusalIn = (error: unknown) => (error instanceof Refused ? error.refusal : incomplete);

async function* chunksOf(file: Readable, refuse: (refusal: GateRefusal) => Response) {
  try {
    for await (const chunk of file.iterator({ destroyOnReturn: false })) yield owned(chunk);
  } catch (error) {
    throw refuse(refusalIn(error));
  }
}

/** The chunk in memory of its own. It is copied only where it shares its memory. */
const owned = (chunk: Buffer): Uint8Array<ArrayBuffer> =>
  chunk.buffer instanceof ArrayBuffer && chunk.byteLength === chunk.buffer.byteLength
    ? new Uint8Array(chunk.buffer)
    : new Uint8Array(chunk);

/** The parts of a body, in their order. */
class Parts {
  #waiting: Part[] = [];
  #files = new Set<Readable>();
  #ended = false;
  #failure: Refused | undefined;
  #wake = () => {};
  #parser: BusboyInstance;
  #body: ReadableStreamDefaultReader<Uint8Array>;
  #stopTimer: NodeJS.Timeout | undefined;

  constructor(parser: BusboyInstance, body: ReadableStreamDefaultReader<Uint8Array>) {
    this.#body = body;
    this.#parser = parser;
    const tooMuch = () => this.#fail(tooLarge);
    parser
      .on("field", (field, value, _, isCut) => (isCut ? tooMuch() : this.#add({ field, value })))
      .on("file", (field, file, fileName = "") => {
        this.#files.add(file);
        file.on("error", () => this.#fail(incomplete)).on("end", () => this.#files.delete(file));
        this.#add({ field, fileName, file });
      })
      .on("fieldsLimit", tooMuch)
      .on("filesLimit", tooMuch)
      .on("error", () => this.#fail(incomplete))
      .on("finish", () => {
        this.#ended = true;
        this.#wake();
      });
    stoppingSignal.addEventListener("abort", this.#onStopping);
    if (stoppingSignal.aborted) this.#onStopping();
    void this.#pump();
  }

  /** @returns undefined after the last part */
  async next(): Promise<Part | undefined> {
    for (;;) {
      if (this.#failure) throw this.#failure;
      const part = this.#waiting.shift();
      if (part || this.#ended) return part;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  endAsTooSlow(): void {
    this.#fail(tooSlow);
  }

  /** Reads no further. The connection stays open, for the answer. */
  stop(): void {
    clearTimeout(this.#stopTimer);
    stoppingSignal.removeEventListener("abort", this.#onStopping);
    void this.#body.cancel().catch(() => {});
    this.#fail(incomplete);
  }

  async #pump(): Promise<void> {
    try {
      for (;;) {
        const { done, value } = await this.#body.read();
        if (done) break;
        // Called back when the files' readers have taken it.
        await new Promise<unknown>((resolve) => this.#parser.write(value, resolve));
      }
      this.#parser.end();
    } catch (error) {
      this.#fail(error instanceof TooSlow ? tooSlow : incomplete);
    }
  }

  #add(part: Part): void {
    this.#waiting.push(part);
    this.#wake();
  }

  #fail(refusal: GateRefusal): void {
    if (this.#ended || this.#failure) return;
    this.#failure = new Refused(refusal);
    for (const file of this.#files) file.destroy(this.#failure);
    this.#wake();
  }

  #onStopping = () => {
    this.#stopTimer = setTimeout(() => this.#fail(stopping), timeToStop);
  };
}
