/** The picture does not exist or must not be shown. Not an outage of its host. */
export class PictureRefused extends Error {
  override name = "PictureRefused";
}
