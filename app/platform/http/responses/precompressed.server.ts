import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Dictionary } from "~/platform/http/responses/dictionary.server";
import {
  acceptedEncodings,
  type Encoding,
  matchesEtag,
} from "~/platform/http/responses/negotiation.server";
import {
  type HeadLines,
  headLines,
  writeReadyHead,
} from "~/platform/http/responses/ready-head.server";

/** A complete response in memory, in every encoding: a static file or a cached public page. */
export interface PrecompressedResponse {
  variants: Partial<Record<Encoding, Variant>> & { identity: Variant };
  /** The variants in `dcz`, by the dictionary that a client announces. */
  deltas: ReadonlyMap<string, Variant>;
}

interface Variant {
  /** The bytes as a Latin-1 string: Node sends it in one write with the head, a Buffer in two. */
  body: string;
  etag: string;
  lines: HeadLines;
  linesOf304: HeadLines;
}

/** The content, compressed with a dictionary. */
interface Delta {
  dictionary: Dictionary;
  body: Buffer;
}

/**
 * @param bodies the same content in each encoding
 * @param headers sent with every encoding, except with a delta, which has those of `headersOf`
 */
export function createPrecompressed(
  bodies: Partial<Record<Encoding, Buffer>> & { identity: Buffer },
  headers: Record<string, string>,
  deltas: readonly Delta[] = [],
  headersOf: (dictionary: Dictionary) => Record<string, string> = () => headers,
): PrecompressedResponse {
  const hash = createHash("sha256").update(bodies.identity).digest("base64url").slice(0, 22);
  const vary = headers.vary ?? (deltas.length > 0 ? varyByDictionary : "accept-encoding");
  const variants: Partial<Record<Encoding, Variant>> = {};
  for (const [name, body] of Object.entries(bodies)) {
    const encoding = name as Encoding;
    const etag = encoding === "identity" ? `"${hash}"` : `"${hash}-${encoding}"`;
    variants[encoding] = variantOf(encoding, body, { ...headers, etag, vary });
  }
  return {
    variants: variants as PrecompressedResponse["variants"],
    deltas: new Map(
      deltas.map(({ dictionary, body }) => {
        const etag = `"${hash}-dcz-${dictionary.hash.slice(0, 8)}"`;
        return [
          dictionary.announced,
          variantOf("dcz", body, { ...headersOf(dictionary), etag, vary }),
        ];
      }),
    ),
  };
}

/** The `Vary` of a response that may be compressed with a dictionary. */
export const varyByDictionary = "accept-encoding, available-dictionary";

function variantOf(
  encoding: Encoding,
  body: Buffer,
  headers: Record<string, string> & { etag: string },
): Variant {
  const shared = Object.entries(headers).flat();
  return {
    body: body.toString("latin1"),
    etag: headers.etag,
    linesOf304: headLines(shared),
    lines: headLines([
      ...shared,
      "content-length",
      String(body.byteLength),
      ...(encoding === "identity" ? [] : ["content-encoding", encoding]),
    ]),
  };
}

function selectVariant(
  { variants, deltas }: PrecompressedResponse,
  headers: IncomingMessage["headers"],
): Variant {
  for (const encoding of acceptedEncodings(headers["accept-encoding"] as string | undefined)) {
    const variant =
      encoding === "dcz" ? deltas.get(String(headers["available-dictionary"])) : variants[encoding];
    if (variant) return variant;
  }
  return variants.identity;
}

/** Sends the response, or 304 if the client already has it. @returns the status */
export function sendPrecompressed(
  request: IncomingMessage,
  response: ServerResponse,
  stored: PrecompressedResponse,
  requestId: string,
): number {
  const variant = selectVariant(stored, request.headers);
  const own = `x-request-id: ${requestId}\r\n`;
  if (matchesEtag(request.headers["if-none-match"], variant.etag)) {
    writeReadyHead(response, 304, variant.linesOf304, own);
    response.end();
    return 304;
  }
  writeReadyHead(response, 200, variant.lines, own);
  response.end(request.method === "HEAD" ? "" : variant.body, "latin1");
  return 200;
}
