import type { Page } from "@playwright/test";
import { giveTools } from "./tools.ts";

interface Ring {
  /** The element that shows the focus, as far as an outline does: the focused one, or a label or box around it. */
  by: Element;
  /** What lies below points on the line of the outline; undefined where it is cut off or covered. */
  below: (Element[] | undefined)[];
}

interface Stop {
  element: Element;
  ring: Ring | undefined;
}

interface Walk {
  stops: Stop[];
  faults: string[];
  isOver: boolean;
}

declare global {
  interface Window {
    walk: Walk;
  }
}

type Direction = "forwards" | "backwards";

/**
 * Goes through the page by Tab, from its beginning or its end, and says what is covered, out of order, never reached or
 * never left. What it met is remembered for `unseenRings`.
 */
export async function faultsOfWalk(page: Page, direction: Direction): Promise<string[]> {
  await giveTools(page);
  const stops = await page.evaluate(beginWalk, direction);
  const devtools = await page.context().newCDPSession(page);
  const modifiers = direction === "backwards" ? 8 : 0;
  const tab = { key: "Tab", code: "Tab", windowsVirtualKeyCode: 9, modifiers };
  // Many presses at once, as each alone would wait for the answer to the one before.
  const few = 4;
  let presses = stops + few;
  for (let pressed = 0; pressed < 600; pressed += presses, presses = few) {
    await Promise.all(
      Array.from({ length: presses }, () =>
        devtools.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...tab }),
      ),
    );
    if (await page.evaluate(() => window.walk.isOver)) break;
  }
  await devtools.detach();
  return page.evaluate(endWalk, direction);
}

/** @returns how many stops there may be */
function beginWalk(direction: Direction): number {
  const { root, named, shownFor, boxes, clips, operable } = window.reader;
  const walk: Walk = { stops: [], faults: [], isOver: false };
  window.walk = walk;
  const met = new Set<Element>();
  // Tab begins before the first element or behind the last, but in a dialog where that has put the focus.
  if (root() === document.body) {
    const edge = document.createElement("span");
    edge.tabIndex = -1;
    document.body[direction === "forwards" ? "prepend" : "append"](edge);
    edge.focus();
    edge.remove();
    scrollTo(0, direction === "forwards" ? 0 : document.documentElement.scrollHeight);
  }

  // A press tells where the one before has led: a key that goes up would be one message more for each.
  let hasBegun = false;
  document.addEventListener("keydown", onPress, true);
  return operable().length;

  function onPress({ key }: KeyboardEvent): void {
    if (key !== "Tab" || walk.isOver) return;
    if (hasBegun) onStop();
    hasBegun = true;
  }

  function onStop(): void {
    const element = document.activeElement;
    if (!element || element === document.body || element.tagName === "DIALOG") {
      // Of a dialog there is more behind the window's own buttons: what stands before where the walk began.
      if (walk.stops.length > 0 && root() === document.body) finish();
      return;
    }
    const isLast = element === walk.stops.at(-1)?.element;
    // Fields of dates have several stops in themselves.
    if (isLast && /^(date|time|month|week)/.test(element.getAttribute("type") ?? "")) return;
    const isRound = element === walk.stops[0]?.element;
    if (met.has(element)) {
      if (!isRound || (isLast && window.reader.operable().length > 1))
        walk.faults.push(`Tab does not get past ${named(element)}`);
      finish();
      return;
    }
    met.add(element);
    const cover = coverOf(element);
    if (cover) walk.faults.push(`${named(element)} ${cover}`);
    walk.stops.push({ element, ring: ringOf(element) });
  }

  function finish(): void {
    walk.isOver = true;
    document.removeEventListener("keydown", onPress, true);
  }

  /** Nine points of what has the focus: its corners, the middles of its edges, and its middle. */
  function coverOf(element: Element): string {
    const shown = shownFor(element);
    const box = boxes(shown).sort((a, b) => b.width * b.height - a.width * a.height)[0];
    if (!box) return "has the focus and is not shown";
    const cut = clips(shown);
    const places: string[] = [];
    let by = "";
    // A rounded corner begins further in.
    const radius = Number.parseFloat(getComputedStyle(shown).borderTopLeftRadius) || 0;
    const inset = 1 + 0.3 * Math.min(radius, box.width / 2, box.height / 2);
    for (const [down, row] of ["upper", "middle", "lower"].entries())
      for (const [along, column] of ["left", "middle", "right"].entries()) {
        const isCorner = down !== 1 && along !== 1;
        const inwards = isCorner ? inset : 1;
        const x = box.left + inwards + (along / 2) * (box.width - 2 * inwards);
        const y = box.top + inwards + (down / 2) * (box.height - 2 * inwards);
        const cover = coverAt(shown, element, box, cut, x, y);
        if (!cover) continue;
        by = cover;
        places.push(`${row} ${column}`);
      }
    return places.length > 0 ? `has the focus and is covered by ${by} (${places.join(", ")})` : "";
  }

  function coverAt(
    shown: Element,
    element: Element,
    box: DOMRect,
    cut: ReturnType<typeof clips>,
    x: number,
    y: number,
  ): string {
    // What hardly fits into the window goes beyond its bars or its edges.
    const isHuge = box.height > innerHeight - 120 || box.width > innerWidth;
    if (isHuge && Math.abs(y - (box.top + box.bottom) / 2) > 1) return "";
    if (x < 0 || x > innerWidth || y < 0 || y > innerHeight)
      return isHuge ? "" : "the edge of the window";
    for (const { by, box: inner } of cut) {
      const isOutside =
        x < inner.left - 1 || x > inner.right + 1 || y < inner.top - 1 || y > inner.bottom + 1;
      const isLarger = box.height > inner.height || box.width > inner.width;
      if (isOutside && !isLarger) return `the edge of ${named(by)}`;
      if (isOutside) return "";
    }
    const hit = document.elementFromPoint(x, y);
    if (!hit || shown.contains(hit) || hit.contains(shown) || hit.contains(element)) return "";
    if (element.closest("label")?.contains(hit)) return "";
    return named(hit);
  }

  /** Where the outline runs, and what lies there. */
  function ringOf(element: Element): Ring | undefined {
    const candidates = [
      element,
      element.closest("label"),
      shownFor(element),
      element.parentElement,
    ];
    const by = candidates.find((one) => {
      if (!one) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(one);
      return outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0;
    });
    if (!by) return undefined;
    const { outlineOffset, outlineWidth, borderTopLeftRadius } = getComputedStyle(by);
    const away = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth) / 2;
    const cut = clips(by);
    const below: Ring["below"] = [];
    for (const { left, top, width, height } of boxes(by)) {
      const corner = Math.min(Number.parseFloat(borderTopLeftRadius) || 0, width / 2, height / 2);
      for (const [from, to, at] of [
        [left + corner, left + width - corner, [top - away, top + height + away]],
        [top + corner, top + height - corner, [left - away, left + width + away]],
      ] as const)
        for (const line of at) {
          const isRow = at[0] === top - away;
          const count = Math.max(1, Math.min(12, Math.round((to - from) / 8)));
          for (let step = 0; step < count; step += 1) {
            if (to - from < 2) break;
            const along = from + ((step + 0.5) / count) * (to - from);
            below.push(isRow ? lying(by, cut, along, line) : lying(by, cut, line, along));
          }
        }
    }
    return { by, below };
  }

  function lying(
    by: Element,
    cut: ReturnType<typeof clips>,
    x: number,
    y: number,
  ): Element[] | undefined {
    if (x < 0 || x > innerWidth || y < 0 || y > innerHeight) return undefined;
    if (cut.some(({ box }) => x < box.left || x > box.right || y < box.top || y > box.bottom))
      return undefined;
    const stack = document.elementsFromPoint(x, y).filter((one) => !one.closest("svg"));
    // An outline is drawn over its neighbours, but not over what is placed above them.
    const [top] = stack;
    if (top && !top.contains(by) && !by.contains(top) && isAbove(top, by)) return undefined;
    return stack;
  }

  function isAbove(top: Element, by: Element): boolean {
    const [upper, lower] = [level(top, by), level(by, top)];
    if (upper !== lower) return upper > lower;
    const follows = by.compareDocumentPosition(top) & Node.DOCUMENT_POSITION_FOLLOWING;
    return upper >= 0 && follows !== 0;
  }

  /** How high it is painted, beside `other`; what is not placed is lowest. */
  function level(element: Element, other: Element): number {
    let found = -0.5;
    for (let at: Element | null = element; at && !at.contains(other); at = at.parentElement) {
      const { position, zIndex } = getComputedStyle(at);
      if (position !== "static") found = zIndex === "auto" ? 0 : Number(zIndex);
    }
    return found;
  }
}

function endWalk(direction: Direction): string[] {
  const { named, operable, shownFor, clips, root } = window.reader;
  const { stops, faults, isOver } = window.walk;
  const inOrder = stops.map(({ element }) => element);
  if (direction === "backwards") inOrder.reverse();
  // In a dialog the walk has begun in the middle.
  const begin = inOrder.findIndex((one) => inOrder.every((other) => !isBefore(other, one)));
  inOrder.push(...inOrder.splice(0, begin));
  if (!isOver) faults.push(`Tab does not come to an end after ${stops.length} stops`);
  const met = new Set(stops.map(({ element }) => element));
  if (isOver)
    for (const element of operable())
      if (!met.has(element) && !isOfGroup(element))
        faults.push(`Tab does not reach ${named(element)}`);
  for (const element of root().querySelectorAll("[tabindex]"))
    if ((element as HTMLElement).tabIndex > 0)
      faults.push(`${named(element)} has a tabindex above 0`);

  for (const [at, next] of inOrder.entries()) {
    const before = inOrder[at - 1];
    const found = before && disorder(before, next);
    if (found) faults.push(found);
  }
  return faults;

  function isBefore(one: Element, other: Element): boolean {
    return (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  }

  /** Of radio buttons Tab reaches one. */
  function isOfGroup(element: Element): boolean {
    if (!(element instanceof HTMLInputElement) || element.type !== "radio") return false;
    return inOrder.some((one) => one instanceof HTMLInputElement && one.name === element.name);
  }

  /** What lays both out. */
  function around(one: Element, other: Element): Element {
    let outer = one.parentElement;
    while (outer && !outer.contains(other)) outer = outer.parentElement;
    return outer ?? document.documentElement;
  }

  /** Whether `next` is seen before `before`: further up, unless in a further column, or earlier in the same row. */
  function disorder(before: Element, next: Element): string {
    if (isFixed(before) || isFixed(next)) return "";
    const [a, b] = [place(before, next), place(next, before)];
    const isRtl = getComputedStyle(around(before, next)).direction === "rtl";
    const isFurther = isRtl ? b.right <= a.left + 2 : b.left >= a.right - 2;
    const isEarlier = isRtl ? b.left >= a.right - 2 : b.right <= a.left + 2;
    const shared = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    const isSameRow = shared > 0.5 * Math.min(a.height, b.height);
    if (b.bottom <= a.top + 2 && !isFurther)
      return `the focus goes up from ${named(before)} to ${named(next)}`;
    if (isSameRow && isEarlier)
      return `the focus goes back from ${named(before)} to ${named(next)}`;
    return "";
  }

  function isFixed(element: Element): boolean {
    for (let at: Element | null = element; at; at = at.parentElement) {
      if (at.tagName === "DIALOG") return false;
      if (/fixed|sticky/.test(getComputedStyle(at).position)) return true;
    }
    return false;
  }

  /** Where it is seen, or the scrolling box that it is in and `other` is not. */
  function place(element: Element, other: Element): DOMRect {
    const outer = clips(element)
      .map(({ by }) => by)
      .filter((by) => !by.contains(other))
      .at(-1);
    return (outer ?? shownFor(element)).getBoundingClientRect();
  }
}

/**
 * What the last walk met and does not show in the present colours where the focus is: an outline of at least 2 px along
 * most of the element, of 3:1 against what lies below and beside it.
 */
export function unseenRings(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { named, rgba, over, contrast, backgrounds } = window.reader;
    const faults: string[] = [];
    const lines = new Map<Element, string>();
    for (const { ring } of window.walk.stops) if (ring) lines.set(ring.by, "");
    (document.activeElement as HTMLElement | null)?.blur();
    for (const by of lines.keys()) lines.set(by, lineOf(by));
    for (const { element, ring } of window.walk.stops) {
      const fault = ring ? faultOf(element, ring) : "shows nothing";
      if (fault) faults.push(`${named(element)} has the focus and ${fault}`);
    }
    return faults;

    function lineOf(element: Element): string {
      const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = getComputedStyle(element);
      return outlineStyle === "none" ? "" : [outlineWidth, outlineColor, outlineOffset].join(" ");
    }

    function faultOf(element: Element, { by, below }: Ring): string {
      (element as HTMLElement).focus({ preventScroll: true });
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(by);
      if (outlineStyle === "none") return "shows nothing";
      if (lineOf(by) === lines.get(by)) return "looks as without it";
      if (Number.parseFloat(outlineWidth) < 2) return `shows it by ${outlineWidth}`;
      const colour = rgba(outlineColor);
      let least = Number.POSITIVE_INFINITY;
      const seen = below.filter((stack) => {
        const found = stack && backgrounds(stack);
        if (!found) return false;
        const worst = Math.min(...found.map((one) => contrast(over(colour, one), one)));
        least = Math.min(least, worst);
        return worst >= 3;
      });
      if (seen.length >= 0.7 * below.length) return "";
      const share = Math.round((100 * seen.length) / below.length);
      return `shows it along ${share} %, with a contrast of ${least.toFixed(1)}`;
    }
  });
}
