import type { IncomingMessage } from "node:http";
import { env, isLoopback } from "~/env.server";
import { hasValidFormToken, isValidFormToken } from "~/platform/http/forms/form-token.server";
import { ownOrigin } from "~/platform/http/gate/own-address.server";
import { requestAddress } from "~/platform/http/gate/request-address.server";
import { addresses } from "~/platform/values/addresses";
import { hostNameOf } from "~/platform/values/host-name";
import { say, sentences } from "~/platform/values/say";

/** Why a request is rejected. */
export interface GateRefusal {
  status: 400 | 403 | 405 | 413 | 415 | 421 | 503;
  /** For the error page. */
  text: string;
}

/** For a request target that is not an address of this app. */
export const invalidAddress: GateRefusal = sentences({
  status: 400,
  text: "The address is not complete.",
});

const foreignForm: GateRefusal = sentences({
  status: 403,
  text: "The request did not come from one of our pages. Open the page again and retry.",
});

export const notTaken: GateRefusal = sentences({
  status: 405,
  text: "This address does not take such a request.",
});

export const tooLarge: GateRefusal = sentences({
  status: 413,
  text: "What was sent is too large.",
});

const methods = new Set(["GET", "HEAD", "POST"]);
/** The content types of HTML forms: only these can contain a form token. */
const formTypes = ["application/x-www-form-urlencoded", "multipart/form-data"];
const contentTypes = new Set([...formTypes, "application/json", "text/plain"]);

/** Maximum size of a request body, in bytes. */
export const maxBodyBytes = 65_536;

/**
 * Addresses that mail programs and servers post to without an Origin header. They are authorized by the token in the
 * address, by the session cookie or by Meta's signature. The public forms of leaving act for nobody's session: a browser
 * that blocks all cookies must be able to leave. One that names a foreign page is still rejected here.
 */
const originOptional =
  /^\/(cancel(\/not-me)?|withdraw|unsubscription|letters\/stop|instagram\/(deauthorize|data-deletion)|api\/[\w-]+(\/.*)?)$/;
/** Health checks use the container's IP address as the host. */
const anyHost = new Set(["/healthz", "/readyz"]);

const ownHostname = new URL(env.APP_ORIGIN).hostname;

/** Compares names without the port, which may be the load balancer's. Whoever is on this machine may ask by its names. */
function isOwnHost(host: string | undefined): boolean {
  const name = hostNameOf(host);
  return name === ownHostname || Object.hasOwn(env.BRANDS.hosts, name) || isLoopback(name);
}

/**
 * Checks every request before any route runs, whether for a page, its `.data` or a resource route: method, address,
 * host, content type and size, and that a POST comes from one of this app's own pages (CSRF).
 * @returns undefined if the request may proceed
 */
export function checkRequest({
  method = "",
  url = "",
  headers,
}: IncomingMessage): GateRefusal | undefined {
  if (!methods.has(method)) return notTaken;
  const path = pathOf(url);
  const address = requestAddress(url);
  if (!address || address.isLegacyData) return invalidAddress;
  if (!isOwnHost(headers.host) && !anyHost.has(path))
    return { status: 421, text: say`This server does not answer for that address.` };
  return method === "POST" ? checkPost(path, headers) : undefined;
}

function checkPost(path: string, headers: IncomingMessage["headers"]): GateRefusal | undefined {
  const source = sourceOf(headers);
  const type = mediaType(headers["content-type"]);
  if (source === "foreign") return foreignForm;
  if (source === "unknown" && needsToken(path) && !formTypes.includes(type)) return foreignForm;
  const length = Number(headers["content-length"] ?? 0);
  if (length > maxBodyBytes && !isUpload(path, type)) return tooLarge;
  const isEmpty = !type && !headers["transfer-encoding"] && !length;
  if (isEmpty ? !path.startsWith("/api/") : !contentTypes.has(type))
    return { status: 415, text: say`This address does not take that kind of content.` };
  return undefined;
}

/**
 * The last check, once the body is read: a form whose source page is unknown must contain a form token.
 * @returns undefined if the request may proceed
 */
export async function checkFormToken(
  { url = "", headers }: IncomingMessage,
  body: Buffer,
): Promise<GateRefusal | undefined> {
  if (sourceOf(headers) !== "unknown" || !needsToken(pathOf(url))) return undefined;
  return (await hasValidFormToken(headers, body)) ? undefined : foreignForm;
}

/**
 * Whether a request's body is a file of any size. It is not read here but streamed to the route, whose reader
 * (`../uploads`) calls `checkUploadToken` before the first file.
 */
export const isUploadRequest = ({ method, url = "", headers }: IncomingMessage) =>
  method === "POST" && isUpload(pathOf(url), mediaType(headers["content-type"]));

const isUpload = (path: string, type: string) =>
  path === addresses.import && type === "multipart/form-data";

/** `checkFormToken` for a body that is streamed. */
export function checkUploadToken(
  { headers }: IncomingMessage,
  token: string,
): GateRefusal | undefined {
  return sourceOf(headers) !== "unknown" || isValidFormToken(headers, token)
    ? undefined
    : foreignForm;
}

const mediaType = (type: string | null | undefined) =>
  type?.split(";", 1)[0]?.trim().toLowerCase() ?? "";

const pathOf = (url: string) => url.split("?", 1)[0] ?? "";

const needsToken = (path: string) => !originOptional.test(path.replace(/\.data$/, ""));

/**
 * Whose page sent the request, according to the first of Origin, Sec-Fetch-Site and Referer that is present. Own pages
 * are those of APP_ORIGIN, of the request's host, and of a brand's host also where the request has another port than they. Some
 * browsers (lynx, w3m) send only a Referer, or none of the three.
 */
function sourceOf(headers: IncomingMessage["headers"]): "own" | "foreign" | "unknown" {
  const { origin, referer } = headers;
  if (origin !== undefined) return isOwnAddress(origin, headers.host) ? "own" : "foreign";
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || site === "none" ? "own" : "foreign";
  // Some privacy proxies replace the Referer with garbage, which counts as absent.
  if (!referer || !URL.canParse(referer)) return "unknown";
  return isOwnAddress(referer, headers.host) ? "own" : "foreign";
}

function isOwnAddress(address: string, host: string | undefined): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return (
    url.origin === env.APP_ORIGIN ||
    url.origin === ownOrigin(host) ||
    (/^https?:$/.test(url.protocol) && url.host === host?.toLowerCase())
  );
}

/** Reads a request's body, up to `maxBodyBytes`. @returns "aborted" if the client disconnects meanwhile */
export async function readBody(
  request: IncomingMessage,
): Promise<Buffer | "too-large" | "aborted"> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.byteLength;
      if (size > maxBodyBytes) return "too-large";
      chunks.push(chunk);
    }
  } catch {
    return "aborted";
  }
  return Buffer.concat(chunks);
}
