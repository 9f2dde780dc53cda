import type { LoaderFunctionArgs } from "@remix-run/node";
import { servePicture } from "~/services/pictures.server";
import { matchesEtag } from "~/web/responses/etag";
import { readSession } from "~/web/session/session.server";

/** One transparent dot: in place of a picture that fails it lets the page's quiet placeholder show through. */
const dot = new Uint8Array(
  Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64"),
);

/**
 * An outside picture, for signed-in subscribers only: an address that left the app is of no use elsewhere.
 * The cookie and its time decide; a picture is not worth asking three systems each time.
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
  return new Response(dot, {
    status,
    headers: {
      "content-type": "image/gif",
      "cache-control": status === 403 ? "no-store" : "private, max-age=60",
    },
  });
}
