import type { IncomingMessage } from "node:http";
import { env, isLoopback } from "~/env.server";

/** Why a request is not let in. */
export interface Refusal {
  status: 400 | 403 | 405 | 413 | 415 | 421;
  text: string;
}

/** For a target that is no address of ours. */
export const incomplete: Refusal = { status: 400, text: "The address is not complete." };

const methods = new Set(["GET", "HEAD", "POST"]);
const contentTypes = new Set([
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "application/json",
  "text/plain",
]);

/** Forms have no more than this (bytes). */
export const mostBytes = 65_536;

/**
 * Requests that mail programs and servers send without an Origin: the token in the address or the owner's
 * session in the cookie is their proof, and a browser that sends a foreign Origin is refused here too.
 */
const withoutOrigin = /^\/(unsubscription|api\/[\w-]+(\/.*)?)$/;
/** Health checks come by address, not by name. */
const anyHost = new Set(["/healthz", "/readyz"]);

const ownName = new URL(env.APP_ORIGIN).hostname;

/** Names alone count: a port may be the balancer's, and on one's own machine one name is as good as another. */
function isOwnHost(host = ""): boolean {
  const name = host.replace(/:\d+$/, "");
  return (
    name === ownName ||
    Object.hasOwn(env.BRANDS.hosts, name) ||
    (isLoopback(name) && isLoopback(ownName))
  );
}

/**
 * In front of every request, pages, `.data` and resource routes alike: host, method, size, content type, and
 * that a request which changes something comes from this app's own pages.
 * @returns undefined where the request may go on
 */
export function refuse({ method = "", url = "", headers }: IncomingMessage): Refusal | undefined {
  if (!methods.has(method))
    return { status: 405, text: "This address does not take such a request." };
  const path = url.split("?", 1)[0] ?? "";
  const address = URL.parse(url, env.APP_ORIGIN);
  // `_data` is Remix's former way to a route's data, of which nothing here makes use.
  const legacy = url.includes("?") && address?.searchParams.has("_data");
  if (!path.startsWith("/") || path.startsWith("//") || !address || legacy) return incomplete;
  if (!isOwnHost(headers.host) && !anyHost.has(path))
    return { status: 421, text: "This server does not answer for that address." };
  if (method !== "POST") return undefined;
  if (!isOwnOrigin(headers, path))
    return {
      status: 403,
      text: "The request did not come from one of our pages. Open the page again and retry.",
    };
  if (Number(headers["content-length"] ?? 0) > mostBytes)
    return { status: 413, text: "What was sent is too large." };
  const type = headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
  const bare = !type && !headers["transfer-encoding"] && !Number(headers["content-length"] ?? 0);
  if (bare ? !path.startsWith("/api/") : !type || !contentTypes.has(type))
    return { status: 415, text: "This address does not take that kind of content." };
  return undefined;
}

/** Every host this server answers for may post to itself; nobody else may. */
function isOwnOrigin(headers: IncomingMessage["headers"], path: string): boolean {
  const { origin } = headers;
  if (origin !== undefined) {
    if (origin === env.APP_ORIGIN) return true;
    return URL.canParse(origin) && new URL(origin).host === headers.host && origin !== "null";
  }
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || site === "none";
  return withoutOrigin.test(path.replace(/\.data$/, ""));
}

/** Reads a request's body, unless it is larger than a form may be or the sender goes away in the middle. */
export async function readBody(
  request: IncomingMessage,
): Promise<Buffer | "too-large" | "broken-off"> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.byteLength;
      if (size > mostBytes) return "too-large";
      chunks.push(chunk);
    }
  } catch {
    return "broken-off";
  }
  return Buffer.concat(chunks);
}
