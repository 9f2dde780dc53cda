/** The picture is not there, or not one that may be shown; the host itself is well. */
export class PictureRefused extends Error {
  override name = "PictureRefused";
}
