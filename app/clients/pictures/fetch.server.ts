import { createHostList, type PictureHosts } from "~/clients/pictures/hosts.server";
import { PictureRefused } from "~/clients/pictures/refusal.server";
import { mostBytes, readPicture, requestPicture } from "~/clients/pictures/request.server";
import { createUpstream, type Upstream } from "~/clients/upstream.server";
import { type PictureType, pictureType } from "~/domain/picture-type";
import { env } from "~/env.server";

/** Milliseconds for a picture all told: name, connection, bytes, and what `use` does with them. */
const deadline = 3_000;

export interface FetchedPicture {
  bytes: Buffer;
  type: PictureType;
}

/**
 * Fetches pictures of the listed hosts and from nowhere else: names are resolved here, an answer that holds
 * any address off the public internet is refused, and the connection goes to the addresses that were checked,
 * so that a name cannot lead inside by changing its address in between. Redirects are not followed.
 */
export function createPictureSource(hosts: PictureHosts) {
  const { entries, entryOf, allowed, checkedAddresses, warnOfUnfetched } = createHostList(hosts);
  // A breaker for each entry: a host that is down hides no other host's pictures.
  const upstreams = new Map<string, Upstream>(
    entries.map((entry) => [
      entry,
      createUpstream("pictures", { readDeadline: deadline, maxBytes: mostBytes }),
    ]),
  );

  /**
   * Fetches what `allowed` let through and hands it to `use`, within one deadline.
   * Throws `PictureRefused` or an `UpstreamError`.
   */
  async function fetchPicture<T>(
    url: URL,
    use: (picture: FetchedPicture) => Promise<T>,
  ): Promise<T> {
    const upstream = upstreams.get(entryOf(url.hostname) ?? "");
    if (!upstream) throw new PictureRefused("a host that is not listed");
    return upstream.call("read", async (signal) => {
      const response = await requestPicture(url, await checkedAddresses(url), signal);
      try {
        const bytes = await readPicture(response);
        const type = pictureType(bytes);
        if (!type) throw new PictureRefused("not a raster picture");
        return await use({ bytes, type });
      } finally {
        response.destroy();
      }
    });
  }

  return { allowed, fetchPicture, warnOfUnfetched };
}

/** The source of contract 1's `POST_IMAGE_HOSTS`. */
export const pictureSource = createPictureSource({
  hosts: env.POST_IMAGE_HOSTS,
  loopback: env.APP_ENV !== "production",
});
