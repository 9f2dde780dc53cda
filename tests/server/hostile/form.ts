export interface FormPart {
  name: string;
  content: Buffer | string;
  /** Undefined: a field. */
  fileName?: string;
  /** Instead of `application/octet-stream`. */
  type?: string;
  /** More lines of the part's head. */
  more?: readonly string[];
}

export const boundary = "----hostile-b0undary";

/** A form as a browser sends it, except for what a part says otherwise. */
export function formOf(parts: readonly FormPart[]): { contentType: string; body: Buffer } {
  const pieces = parts.flatMap(({ name, content, fileName, type, more = [] }) => {
    const isFile = fileName !== undefined;
    const file = isFile ? `; filename="${fileName}"` : "";
    const head = [
      `--${boundary}`,
      `content-disposition: form-data; name="${name}"${file}`,
      ...(isFile || type ? [`content-type: ${type ?? "application/octet-stream"}`] : []),
      ...more,
    ].join("\r\n");
    return [Buffer.from(`${head}\r\n\r\n`), Buffer.from(content), Buffer.from("\r\n")];
  });
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
  };
}
