import type { IncomingMessage } from "node:http";
import { env, isLoopback } from "~/env.server";
import { carriesFormToken } from "~/web/forms/form-token.server";

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

/** What a form can come as, and with it a form's token. */
const formTypes = new Set(["application/x-www-form-urlencoded", "multipart/form-data"]);

/**
 * Requests that mail programs and servers send without an Origin: the token in the address or the owner's
 * session in the cookie is their proof, and a browser that names a foreign page is refused here too.
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
  const sender = senderOf(headers);
  const type = headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (sender === "foreign") return notOurs;
  if (sender === "unsaid" && needsToken(path) && !formTypes.has(type)) return notOurs;
  if (Number(headers["content-length"] ?? 0) > mostBytes)
    return { status: 413, text: "What was sent is too large." };
  const bare = !type && !headers["transfer-encoding"] && !Number(headers["content-length"] ?? 0);
  if (bare ? !path.startsWith("/api/") : !contentTypes.has(type))
    return { status: 415, text: "This address does not take that kind of content." };
  return undefined;
}

/**
 * The last part of the gate, for a form from a browser that does not say where it comes from: the form must have been
 * drawn for this browser.
 * @returns undefined where the request may go on
 */
export async function refuseForm(
  { url = "", headers }: IncomingMessage,
  body: Buffer,
): Promise<Refusal | undefined> {
  if (senderOf(headers) !== "unsaid" || !needsToken(url.split("?", 1)[0] ?? "")) return undefined;
  return (await carriesFormToken(headers, body)) ? undefined : notOurs;
}

const notOurs: Refusal = {
  status: 403,
  text: "The request did not come from one of our pages. Open the page again and retry.",
};

const needsToken = (path: string) => !withoutOrigin.test(path.replace(/\.data$/, ""));

/**
 * Whose page sent the request, by the first of three headers that says so. Every host this server answers for may post
 * to itself; nobody else may. Some browsers send no header but `Referer` (lynx, w3m), or none at all.
 */
function senderOf(headers: IncomingMessage["headers"]): "own" | "foreign" | "unsaid" {
  const { origin, referer } = headers;
  if (origin !== undefined) return isOwnAddress(origin, headers.host) ? "own" : "foreign";
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || site === "none" ? "own" : "foreign";
  // What a proxy made unreadable says nothing.
  if (!referer || !URL.canParse(referer)) return "unsaid";
  return isOwnAddress(referer, headers.host) ? "own" : "foreign";
}

function isOwnAddress(address: string, host: string | undefined): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return url.origin === env.APP_ORIGIN || (/^https?:$/.test(url.protocol) && url.host === host);
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
