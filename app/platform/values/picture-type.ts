/** The supported raster types. SVG is excluded because it can contain scripts. */
export type PictureType = "jpeg" | "png" | "webp" | "gif" | "avif";

/** A picture's type by its first bytes. The sender's Content-Type is not trusted. */
export function pictureType(bytes: Uint8Array): PictureType | undefined {
  const text = String.fromCharCode(...bytes.subarray(0, 16));
  if (text.startsWith("\u00ff\u00d8\u00ff")) return "jpeg";
  if (text.startsWith("\u0089PNG\r\n\u001a\n")) return "png";
  if (text.startsWith("GIF87a") || text.startsWith("GIF89a")) return "gif";
  if (text.startsWith("RIFF") && text.startsWith("WEBP", 8)) return "webp";
  if (text.startsWith("ftypavif", 4) || text.startsWith("ftypavis", 4)) return "avif";
  return undefined;
}
