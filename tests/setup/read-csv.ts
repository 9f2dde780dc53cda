/** Reads RFC 4180: CRLF between lines, quotes around cells that need them, two quotes for one. */
export function readCsv(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = "";
    if (text[at] === '"') {
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
        if (at >= text.length) throw new Error("a quote is open");
        if (text[at] === '"') at += 1;
        cell += text[at];
      }
      at += 1;
    } else for (; at < text.length && !/[",\r\n]/.test(text[at] ?? ""); at += 1) cell += text[at];
    line.push(cell);
    if (text[at] === ",") at += 1;
    else if (text.startsWith("\r\n", at)) {
      lines.push(line);
      line = [];
      at += 2;
    } else throw new Error(`neither a comma nor the end of a line at ${at}`);
  }
  return lines;
}
