import type { Page } from "@playwright/test";
import sharp from "sharp";
import { giveTools, type Rgba } from "./tools.ts";

/**
 * What cannot be told any more where the reader's own few colours stand for the page's: a state that only a background or a
 * shadow showed, a mark of a chart or an icon without contrast, a text on a mark. The page must be shown in forced colours.
 */
export async function lostInForcedColours(page: Page): Promise<string[]> {
  await giveTools(page);
  const faults = await page.evaluate(lostStates);
  return [...faults, ...(await lostBars(page))];
}

function lostStates(): string[] {
  const { root, named, isSeen, shownFor, rgba, over, contrast, backgrounds } = window.reader;
  const faults: string[] = [];
  const page = rgba(getComputedStyle(document.body).backgroundColor);
  const states =
    "[aria-current]:not([aria-current=false]), [aria-pressed=true], [aria-selected=true], [aria-invalid=true], [aria-checked=true]";
  for (const element of root().querySelectorAll(states)) {
    if (!isSeen(element)) continue;
    const name = element
      .getAttributeNames()
      .find((one) => /^aria-(current|pressed|selected|invalid|checked)$/.test(one));
    if (!name) continue;
    const value = element.getAttribute(name) ?? "";
    const shown = lookOf(element);
    element.removeAttribute(name);
    const plain = lookOf(element);
    element.setAttribute(name, value);
    // Where no style hangs on the attribute, the markup must make the difference.
    if (shown === plain && !differsFromSiblings(element))
      faults.push(`${named(element)}: ${name} is not seen`);
  }
  for (const field of root().querySelectorAll<HTMLInputElement>("input:checked")) {
    const label = shownFor(field);
    if (label === field ? getComputedStyle(field).appearance !== "none" : !isSeen(label)) continue;
    const shown = lookOf(label);
    field.checked = false;
    const plain = lookOf(label);
    field.checked = true;
    if (shown === plain) faults.push(`${named(field)}: checked is not seen`);
  }
  const marks = "path, rect, circle, ellipse, line, polyline, polygon";
  for (const drawing of root().querySelectorAll("svg")) {
    if (!isSeen(drawing) || drawing.parentElement?.closest("svg")) continue;
    const below = backgroundsOf(drawing);
    const isChart = drawing.closest("figure") !== null;
    const looks = [...drawing.querySelectorAll(marks)].filter(
      (mark) => mark.checkVisibility() && !mark.closest("clipPath, defs, mask"),
    );
    // Lines behind the values are there to guide the eye.
    const told = looks.filter((mark) => !isGuide(mark));
    const lost = told.filter((mark) => below.some((colour) => strength(mark, colour) < 3));
    if (isChart ? lost.length > 0 : told.length > 0 && lost.length === told.length) {
      const classes = new Set(lost.map((mark) => mark.getAttribute("class") ?? mark.tagName));
      faults.push(`${named(drawing)}: ${[...classes].join(" | ")} is not seen`);
    }
    for (const text of drawing.querySelectorAll("text")) {
      if (!text.checkVisibility()) continue;
      const { left, top, width, height } = text.getBoundingClientRect();
      const field = looks.find((mark) => isAt(mark, left + width / 2, top + height / 2));
      const fills = below.map((colour) => {
        const fill = field && rgba(getComputedStyle(field).fill);
        return fill && field ? over(faded(fill, field), colour) : colour;
      });
      const letters = rgba(getComputedStyle(text).fill);
      if (fills.some((fill) => contrast(letters, fill) < 4.5))
        faults.push(`${named(drawing)}: the text "${text.textContent}" is not read`);
    }
  }
  return [...new Set(faults)];

  function lookOf(element: Element): string {
    return [element, ...element.querySelectorAll("*")]
      .flatMap((one) => [undefined, "::before", "::after"].map((part) => partOf(one, part)))
      .join("\n");
  }

  function partOf(element: Element, part: string | undefined): string {
    const style = getComputedStyle(element, part);
    if (part && style.content === "none") return "";
    const { borderBlockStartWidth, borderInlineStartWidth, borderBlockEndWidth, outlineStyle } =
      style;
    // Forced, it is the page's own, and at most shines through.
    const background = over(rgba(style.backgroundColor), page).join();
    return [
      style.color,
      element.closest("svg") ? style.fill : "",
      background,
      ...[borderBlockStartWidth, borderInlineStartWidth, borderBlockEndWidth],
      style.borderBlockStartColor,
      outlineStyle === "none" ? "" : `${style.outlineWidth} ${style.outlineColor}`,
      style.textDecorationLine,
      style.fontWeight,
      style.display,
      part ? style.content : "",
    ].join(" ");
  }

  /** Whether what stands beside it is made of other elements. */
  function differsFromSiblings(element: Element): boolean {
    const holder = element.closest("li, th, td") ?? element;
    const other = [...(holder.parentElement?.children ?? [])].find(
      (one) => one !== holder && one.tagName === holder.tagName,
    );
    const shapeOf = (one: Element) =>
      [...one.querySelectorAll("*")].map(({ tagName }) => tagName).join(" ");
    return other !== undefined && shapeOf(other) !== shapeOf(holder);
  }

  function backgroundsOf(element: Element): Rgba[] {
    const stack: Element[] = [];
    for (let at: Element | null = element; at; at = at.parentElement) stack.push(at);
    // Over a picture it must at least stand out from the page.
    return backgrounds(stack) ?? [page];
  }

  function faded(paint: Rgba, mark: Element): Rgba {
    let alpha = paint[3];
    for (let at: Element | null = mark; at && at.tagName !== "svg"; at = at.parentElement)
      alpha *= Number(getComputedStyle(at).opacity);
    return [paint[0], paint[1], paint[2], alpha];
  }

  /** How much a mark stands out: by its fill or by its line. */
  function strength(mark: Element, below: Rgba): number {
    const { fill, stroke } = getComputedStyle(mark);
    const paints = [fill, stroke].filter((paint) => paint !== "none").map(rgba);
    return Math.max(0, ...paints.map((paint) => contrast(over(faded(paint, mark), below), below)));
  }

  function isGuide(mark: Element): boolean {
    const isEmpty = mark.tagName === "path" && !mark.getAttribute("d");
    return isEmpty || mark.matches(".stroke-line");
  }

  function isAt(mark: Element, x: number, y: number): boolean {
    if (!(mark instanceof SVGGeometryElement) || getComputedStyle(mark).fill === "none")
      return false;
    const place = mark.getScreenCTM()?.inverse();
    return place !== undefined && mark.isPointInFill(new DOMPoint(x, y).matrixTransform(place));
  }
}

/** Bars of progress, of which the browser says nothing but what it paints. */
async function lostBars(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const bar of await page.locator("progress:visible").all()) {
    const { name, value } = await bar.evaluate((element) => ({
      name: window.reader.named(element),
      value: (element as HTMLProgressElement).position,
    }));
    if (value < 0.05 || value > 0.95) continue;
    const picture = sharp(await bar.screenshot()).removeAlpha();
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
    const at = (share: number): Rgba => {
      const pixel = (Math.floor(info.height / 2) * info.width + Math.floor(share * info.width)) * 3;
      return [data[pixel] ?? 0, data[pixel + 1] ?? 0, data[pixel + 2] ?? 0, 1];
    };
    const ends = [at(value / 2), at((1 + value) / 2)] as const;
    const told = await page.evaluate(([one, other]) => window.reader.contrast(one, other), ends);
    if (told < 3) faults.push(`${name}: how far it is, is not seen`);
  }
  return faults;
}
