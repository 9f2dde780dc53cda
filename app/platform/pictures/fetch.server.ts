import { env, isLoopback } from "~/env.server";
import { createHostList, type PictureHosts } from "~/platform/pictures/hosts.server";
import { PictureRefused } from "~/platform/pictures/refusal.server";
import { maxPictureBytes, readPicture, requestPicture } from "~/platform/pictures/request.server";
import { createUpstream, type Upstream } from "~/platform/upstream/upstream.server";
import { type PictureType, pictureType } from "~/platform/values/picture-type";

/** Milliseconds in total: DNS, connection, download, and `use`. */
const deadline = 3_000;

export interface FetchedPicture {
  bytes: Buffer;
  type: PictureType;
}

/**
 * Fetches pictures from the listed hosts only. Prevents server-side request forgery (SSRF) and DNS rebinding: refuses a
 * host name that resolves to any address off the public internet, and connects only to the addresses that it checked.
 * Does not follow redirects.
 */
export function createPictureSource(hosts: PictureHosts) {
  const { entries, entryOf, allowed, checkedAddresses, warnOfUnusableHosts } =
    createHostList(hosts);
  // A circuit breaker per entry, so that a host that is down does not block other hosts' pictures.
  const upstreams = new Map<string, Upstream>(
    entries.map((entry) => [
      entry,
      createUpstream("pictures", { readDeadline: deadline, maxBytes: maxPictureBytes }),
    ]),
  );

  /**
   * Fetches a picture and passes it to `use`, within one deadline. Throws `PictureRefused` or an `UpstreamError`.
   * @param url one that `allowed` returned
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

  return { allowed, fetchPicture, warnOfUnusableHosts };
}

/** Pictures of the hosts in `POST_IMAGE_HOSTS` (docs/configuration.md). */
export const pictureSource = createPictureSource({
  hosts: env.POST_IMAGE_HOSTS,
  loopback: env.APP_ENV !== "production" || isLoopback(new URL(env.APP_ORIGIN).hostname),
});
