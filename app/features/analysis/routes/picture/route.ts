import type { LoaderFunctionArgs } from "@remix-run/node";
import { matchesEtag } from "~/platform/http/responses/negotiation.server";
import { servePicture } from "~/platform/pictures/pictures.server";
import { readSession } from "~/platform/session/session.server";

/** A transparent pixel. Sent instead of a missing picture, it lets the page's placeholder show through. */
const transparentPixel = new Uint8Array(
  Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64"),
);

/**
 * An outside picture, for signed-in subscribers only, so that a leaked address is of no use to others. Checks only
 * the session cookie and its expiry: the full guard would ask three systems for every picture.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  if (!(await readSession(request))) return missing(403);
  const picture = await servePicture(params.token ?? "", request.headers.get("accept") ?? "");
  if (picture.status !== 200) return missing(picture.status);
  const headers = {
    "cache-control": "private, max-age=86400, immutable",
    etag: picture.etag,
    vary: "accept",
  };
  if (matchesEtag(request.headers.get("if-none-match"), picture.etag))
    return new Response(null, { status: 304, headers });
  return new Response(picture.bytes, {
    headers: {
      ...headers,
      "content-type": picture.type,
      "content-length": String(picture.bytes.byteLength),
    },
  });
}

function missing(status: number): Response {
  return new Response(transparentPixel, {
    status,
    headers: {
      "content-type": "image/gif",
      "cache-control": status === 403 ? "private, no-store" : "private, max-age=60",
    },
  });
}
