import { getDocument, type PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";

/** What a PDF of content/typeset says of itself, page by page and as a whole. */
export async function readPdf(bytes: Uint8Array) {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const pdf = await task.promise;
  const pages: string[] = [];
  /** How far down its text goes on each page, without head and foot: 1 is the lower edge. */
  const depths: number[] = [];
  const sizes: number[][] = [];
  const links: { url: string; spoken: string }[] = [];
  const tags: string[] = [];
  const fonts = new Map<string, { embedded: boolean }>();
  const untagged: string[] = [];
  const outside: string[] = [];
  /** On the text before them in their line. */
  const overlaid: string[] = [];
  let tagged = "";
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    sizes.push(page.view.slice(2));
    await page.getOperatorList();
    const open: string[] = [];
    let text = "";
    let lowest = Number.POSITIVE_INFINITY;
    const ends = new Map<number, number>();
    for (const item of (await page.getTextContent({ includeMarkedContent: true })).items) {
      if (!("str" in item)) {
        if (item.type === "endMarkedContent") open.pop();
        else open.push((item as { tag?: string }).tag ?? "");
        continue;
      }
      const [, , , , x = 0, y = 0] = item.transform;
      text += `${item.str} `;
      if (!open.includes("Artifact")) {
        tagged += item.str;
        if (item.str.trim()) lowest = Math.min(lowest, y);
      }
      if (open.length === 0 && item.str.trim()) untagged.push(item.str);
      if (item.str.trim()) {
        if (x < (ends.get(y) ?? 0) - 0.5) overlaid.push(item.str);
        ends.set(y, x + item.width);
      }
      if (x < 36 || x + item.width > 384.1 || y < 24) outside.push(item.str);
      const { name, missingFile } = page.commonObjs.get(item.fontName);
      fonts.set(name.replace(/^[A-Z]+\+/, ""), { embedded: !missingFile });
    }
    pages.push(text.replace(/\s+/g, " "));
    depths.push(1 - lowest / (page.view[3] ?? 0));
    tags.push(...rolesIn(await page.getStructTree()));
    for (const note of await page.getAnnotations()) {
      if (note.url) links.push({ url: note.url, spoken: note.contentsObj.str });
    }
  }
  const outline = await pdf.getOutline();
  const { info, metadata } = await pdf.getMetadata();
  const marked = await pdf.getMarkInfo();
  const preferences = await pdf.getViewerPreferences();
  const uaPart = metadata?.get("pdfuaid:part");
  await task.destroy();
  return {
    ...{ pages, depths, sizes, links, outline, info, uaPart, marked, preferences },
    ...{ tags, fonts, tagged, untagged, outside, overlaid },
  };
}

type Tagged = Awaited<ReturnType<PDFPageProxy["getStructTree"]>>;
type Leaf = Extract<Tagged["children"][number], { type: string }>;

/** The tags of a page in reading order. */
function rolesIn(node: Tagged | Leaf): string[] {
  return "role" in node ? [node.role, ...node.children.flatMap(rolesIn)] : [];
}
