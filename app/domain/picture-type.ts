/** The raster types that are shown. SVG is a document that can carry scripts, so it is none of them. */
export type PictureType = "jpeg" | "png" | "webp" | "gif" | "avif";

/** A picture's type by its first bytes, whatever its sender calls it. */
export function pictureType(bytes: Uint8Array): PictureType | undefined {
  const text = String.fromCharCode(...bytes.subarray(0, 16));
  if (text.startsWith("\u00ff\u00d8\u00ff")) return "jpeg";
  if (text.startsWith("\u0089PNG\r\n\u001a\n")) return "png";
  if (text.startsWith("GIF87a") || text.startsWith("GIF89a")) return "gif";
  if (text.startsWith("RIFF") && text.startsWith("WEBP", 8)) return "webp";
  if (text.startsWith("ftypavif", 4) || text.startsWith("ftypavis", 4)) return "avif";
  return undefined;
}
