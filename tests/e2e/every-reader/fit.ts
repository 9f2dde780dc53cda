import type { Page } from "@playwright/test";
import { cutTexts, sidewaysScroll } from "../legible.ts";
import { giveTools } from "./tools.ts";

/** What does not fit into the open page as it stands: cut off, over each other, out of its button, or sideways. */
export async function unfit(page: Page): Promise<string[]> {
  await giveTools(page);
  const beyond = await sidewaysScroll(page);
  const cut = await cutTexts(page);
  return [
    ...(beyond > 0 ? [`scrolls ${beyond} px sideways`] : []),
    ...cut.map((text) => `cut: ${text}`),
    ...(await overlaps(page)),
  ];
}

/** With the least that readers may set (1.4.12), at the present width. */
export async function unfitWhenSpaced(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      "svg { letter-spacing: 0; word-spacing: 0 } *:not(svg, svg *) { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }",
    );
    document.adoptedStyleSheets = [sheet];
  });
  const found = await unfit(page);
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  return found;
}

/** With letters twice as large, at the present width. */
export async function unfitWhenLarge(page: Page): Promise<string[]> {
  const setSize = (size: string) =>
    page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize;
    }, size);
  await setSize("200%");
  const found = await unfit(page);
  await setSize("");
  return found;
}

/** Texts that lie over each other, and texts that leave their button or field sideways. */
function overlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { root, isSeen } = window.reader;
    const found = new Set<string>();
    const lines: { text: string; parent: Element; box: DOMRect }[] = [];
    const texts = document.createTreeWalker(root(), NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      const { currentNode: node } = texts;
      const parent = node.parentElement;
      const text = node.textContent?.trim().replace(/\s+/g, " ").slice(0, 40);
      if (!parent || !text || !isSeen(parent) || parent.closest("script, style, noscript, option"))
        continue;
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) {
        const box = insideOfClips(parent, rect);
        if (box) lines.push({ text, parent, box });
      }
      const button = parent.closest("a, button, label, summary, th, td");
      const frame = button && getComputedStyle(button).display !== "inline" && button;
      const own = range.getBoundingClientRect();
      if (
        frame &&
        own.width > 1 &&
        !/auto|scroll|hidden|clip/.test(getComputedStyle(frame).overflowX)
      ) {
        const { left, right } = frame.getBoundingClientRect();
        if (own.left < left - 2 || own.right > right + 2) found.add(`out of its box: ${text}`);
      }
    }
    lines.sort((a, b) => a.box.top - b.box.top);
    for (const [at, one] of lines.entries())
      for (let next = at + 1; next < lines.length; next += 1) {
        const other = lines[next];
        if (!other || other.box.top >= one.box.bottom) break;
        if (other.parent === one.parent || layerOf(one.parent) !== layerOf(other.parent)) continue;
        const across =
          Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const down = Math.min(one.box.bottom, other.box.bottom) - other.box.top;
        if (across > 2 && down > 1) found.add(`over each other: ${one.text} | ${other.text}`);
      }
    return [...found];

    /** Letters are lower than their line; what a box hides lies over nothing. */
    function insideOfClips(parent: Element, { left, top, width, height }: DOMRect) {
      const letters = new DOMRect(left, top + 0.22 * height, width, 0.56 * height);
      for (const { box } of window.reader.clips(parent, "and itself"))
        if (
          letters.right <= box.left ||
          letters.left >= box.right ||
          letters.bottom <= box.top ||
          letters.top >= box.bottom
        )
          return undefined;
      return letters.width > 1 ? letters : undefined;
    }

    /** What stays in place while the page scrolls under it. */
    function layerOf(element: Element): Element {
      for (let at: Element | null = element; at; at = at.parentElement)
        if (/fixed|sticky/.test(getComputedStyle(at).position)) return at;
      return document.body;
    }
  });
}
