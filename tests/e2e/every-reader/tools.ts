import type { Page } from "@playwright/test";

/** What the measures share. It runs in the page, so that a page is measured in a few calls. */
export interface ReaderTools {
  /** The dialog over the page, else the page. */
  root(): Element;
  /** As a reader of a fault finds it: `link "More"`. */
  named(element: Element): string;
  isSeen(element: Element): boolean;
  /** What is pressed and looked at in place of a hidden field: its label. */
  shownFor(element: Element): Element;
  /** What takes the focus by Tab and is seen, in the order of the document. */
  operable(): HTMLElement[];
  /** Boxes of an element; of text that wraps, one for each line. */
  boxes(element: Element): DOMRect[];
  /** The boxes around an element that cut off what leaves them, for its text itself included. */
  clips(element: Element, self?: "and itself"): { by: Element; box: DOMRect }[];
  contrast(one: Rgba, other: Rgba): number;
  rgba(colour: string): Rgba;
  over(top: Rgba, below: Rgba): Rgba;
  /** Every colour that a background may have under a point of which `stack` is what lies there, topmost first. */
  backgrounds(stack: readonly Element[]): Rgba[] | undefined;
}

export type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

declare global {
  interface Window {
    reader: ReaderTools;
  }
}

export async function giveTools(page: Page): Promise<void> {
  if (!(await page.evaluate(() => "reader" in window))) await page.evaluate(install);
}

function install(): void {
  const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const known = new Map<string, Rgba>();
  const roles: Record<string, string> = { A: "link", SUMMARY: "fold", INPUT: "field", P: "text" };
  const tabbable =
    "a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled, summary, [tabindex], audio[controls], video[controls], iframe";

  const root = () => document.querySelector("dialog:modal") ?? document.body;

  function named(element: Element): string {
    const role = element.getAttribute("role") ?? roles[element.tagName];
    const labels = "labels" in element ? (element.labels as NodeListOf<Element> | null) : null;
    const words =
      element.getAttribute("aria-label") ||
      labels?.[0]?.textContent ||
      (element as HTMLElement).innerText ||
      element.getAttribute("name") ||
      element.querySelector("title")?.textContent ||
      element.getAttribute("class") ||
      "";
    return `${role ?? element.tagName.toLowerCase()} "${words.trim().replace(/\s+/g, " ").slice(0, 50)}"`;
  }

  function isSeen(element: Element): boolean {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    if (element.closest(".sr-only, [inert]")) return false;
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1;
  }

  function shownFor(element: Element): Element {
    const { width, height } = element.getBoundingClientRect();
    if (width > 1 && height > 1) return element;
    return ("labels" in element && (element.labels as NodeListOf<Element> | null)?.[0]) || element;
  }

  function operable(): HTMLElement[] {
    return [...root().querySelectorAll<HTMLElement>(tabbable)].filter((element) => {
      if (element.tabIndex < 0 || element.closest("[inert]")) return false;
      if (element.tagName === "SUMMARY" && element.parentElement?.tagName !== "DETAILS")
        return false;
      if (!element.checkVisibility({ visibilityProperty: true })) return false;
      const { width, height } = shownFor(element).getBoundingClientRect();
      return width > 1 && height > 1;
    });
  }

  const boxes = (element: Element) =>
    [...element.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);

  function clips(element: Element, self?: "and itself"): { by: Element; box: DOMRect }[] {
    const found: { by: Element; box: DOMRect }[] = [];
    let position = self ? "static" : getComputedStyle(element).position;
    for (let at = self ? element : element.parentElement; at; at = at.parentElement) {
      if (position === "fixed" || at === document.body) break;
      const style = getComputedStyle(at);
      // What is placed by a box further out is not cut by the ones between.
      const isPassed = position === "absolute" && style.position === "static";
      if (!isPassed) {
        if (style.overflowX !== "visible" || style.overflowY !== "visible") {
          const { left, top } = at.getBoundingClientRect();
          const [x, y] = [left + at.clientLeft, top + at.clientTop];
          found.push({ by: at, box: new DOMRect(x, y, at.clientWidth, at.clientHeight) });
        }
        position = style.position;
      }
    }
    return found;
  }

  function rgba(colour: string): Rgba {
    let value = known.get(colour);
    if (!value && context) {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
      value = [red, green, blue, alpha / 255];
      known.set(colour, value);
    }
    return value ?? [0, 0, 0, 0];
  }

  const over = ([r, g, b, a]: Rgba, [r2, g2, b2]: Rgba): Rgba => [
    r * a + r2 * (1 - a),
    g * a + g2 * (1 - a),
    b * a + b2 * (1 - a),
    1,
  ];

  function luminance([red, green, blue]: Rgba): number {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }

  function contrast(one: Rgba, other: Rgba): number {
    const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  }

  function backgrounds(stack: readonly Element[]): Rgba[] | undefined {
    const [top, ...below] = stack;
    if (!top) return [[255, 255, 255, 1]];
    // Nobody knows the colours of a picture.
    if (/^(IMG|VIDEO|CANVAS|IFRAME)$/.test(top.tagName)) return undefined;
    const { backgroundColor, backgroundImage } = getComputedStyle(painted(top));
    if (backgroundImage.includes("url(")) return undefined;
    const own = rgba(backgroundColor);
    const under = own[3] === 1 ? [own] : backgrounds(below);
    let colours = own[3] > 0 && own[3] < 1 ? under?.map((colour) => over(own, colour)) : under;
    // The first layer is the topmost.
    for (const layer of backgroundImage.split(/,\s*(?=[a-z-]+-gradient)/).reverse()) {
      const stops = layer.match(/(?:rgba?|color|oklab|oklch|lab)\([^()]*\)/g);
      if (stops)
        colours = colours
          ?.slice(0, 8)
          .flatMap((colour) => stops.map((stop) => over(rgba(stop), colour)));
    }
    return colours;
  }

  /** The body's background is the window's, where the document has none. */
  function painted(element: Element): Element {
    if (element !== document.documentElement) return element;
    return rgba(getComputedStyle(element).backgroundColor)[3] > 0 ? element : document.body;
  }

  window.reader = {
    root,
    named,
    isSeen,
    shownFor,
    operable,
    boxes,
    clips,
    contrast,
    rgba,
    over,
    backgrounds,
  };
}
