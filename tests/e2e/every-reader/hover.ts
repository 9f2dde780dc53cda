import { expect, type Locator, type Page } from "@playwright/test";
import { giveTools } from "./tools.ts";

/**
 * What appears under the pointer and cannot be dismissed by Escape, cannot be pointed at itself, or goes by itself (1.4.13).
 * Pointed at is what a style sheet or a script shows something for.
 */
export async function hoverFaults(page: Page): Promise<string[]> {
  await giveTools(page);
  await page.evaluate(followPointer);
  const count = await page.evaluate(markHovered, await hoveredSelectors(page));
  const faults: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const trigger = page.locator(`[data-hovered="${at}"]`).first();
    const name = await trigger.evaluate((element) => window.reader.named(element));
    // Not under what stays at the window's edge.
    await trigger.evaluate((element) =>
      element.scrollIntoView({ block: "center", behavior: "instant" }),
    );
    await pointAt(page, { x: 0, y: 0 });
    await page.evaluate(rememberSeen);
    await pointOn(page, trigger);
    const shown = await shownBy(page);
    if (!shown) continue;
    await pointAt(page, shown);
    if (!(await shownBy(page)))
      faults.push(`${name} shows something that goes when it is pointed at`);
    await pointOn(page, trigger);
    await page.keyboard.press("Escape");
    if (await shownBy(page)) faults.push(`${name} shows something that Escape does not dismiss`);
  }
  await page.mouse.move(0, 0);
  return faults;
}

interface Point {
  x: number;
  y: number;
}

/** Moves the pointer, and waits until the page was told: on a busy machine that is more than a frame later. */
async function pointAt(page: Page, { x, y }: Point): Promise<void> {
  await page.mouse.move(x, y, { steps: 3 });
  await page.waitForFunction(isPointerAt, { x, y });
  await page.evaluate(nextFrame);
}

/** Moves the pointer onto an element, again where the page has moved it away meanwhile. */
async function pointOn(page: Page, trigger: Locator): Promise<void> {
  const move = async () => {
    await trigger.hover({ force: true });
    await page.evaluate(nextFrame);
    const isOn = await trigger.evaluate(isPointerOn);
    if (!isOn) await page.mouse.move(0, 0);
    return isOn;
  };
  await expect.poll(move).toBe(true);
}

/** What the pointer's last move shows. */
async function shownBy(page: Page): Promise<Point | undefined> {
  await page.evaluate(nextFrame);
  return page.evaluate(nowSeen);
}

declare global {
  interface Window {
    seenBefore: Set<Element>;
    /** Where the page was last told that the pointer is. */
    pointer?: { x: number; y: number };
  }
}

function followPointer(): void {
  const note = ({ clientX, clientY }: PointerEvent) => {
    window.pointer = { x: clientX, y: clientY };
  };
  window.addEventListener("pointermove", note, { capture: true });
}

/** A pointer that has not moved yet is nowhere. */
const isPointerAt = ({ x, y }: Point) =>
  !window.pointer || Math.abs(window.pointer.x - x) + Math.abs(window.pointer.y - y) < 2;

/** What stands under something else cannot be pointed at, only at its place. */
function isPointerOn(element: Element): boolean {
  const { x, y } = window.pointer ?? { x: -9, y: -9 };
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const isCovered = !element.contains(document.elementFromPoint(x, y));
  const isThere = x >= left && x <= right && y >= top && y <= bottom;
  return isThere && (isCovered || element.matches(":hover"));
}

/** Reading a style sheet takes long: of each file once. */
const known = new Map<string, string[]>();

/** What a style sheet shows something for, while it is pointed at. */
async function hoveredSelectors(page: Page): Promise<string[]> {
  const files = await page.evaluate(() => [...document.styleSheets].map(({ href }) => href));
  const found: string[] = [];
  for (const [at, href] of files.entries()) {
    const selectors = (href && known.get(href)) || (await page.evaluate(selectorsOf, at));
    if (href) known.set(href, selectors);
    found.push(...selectors);
  }
  return found;
}

function selectorsOf(at: number): string[] {
  const found = new Set<string>();
  const shows =
    /^(display|visibility|opacity|(max-|min-)?(height|block-size)|clip|clip-path|content-visibility)$/;
  visit(document.styleSheets[at]?.cssRules ?? ([] as never), "");
  return [...found];

  /** With nested rules, of which `&` stands for the one around. */
  function visit(rules: CSSRuleList, around: string): void {
    for (const rule of rules) {
      const own =
        rule instanceof CSSStyleRule
          ? rule.selectorText.replaceAll("&", `:is(${around || ":root"})`)
          : around;
      const { style } = rule as CSSStyleRule;
      if (own.includes(":hover") && style && [...style].some((name) => shows.test(name))) note(own);
      if ("cssRules" in rule) visit(rule.cssRules as CSSRuleList, own);
    }
  }

  function note(selectors: string): void {
    for (const selector of selectors.split(/,(?![^(]*\))/)) {
      const [before = ""] = selector.split(":hover");
      // `:is(:where(.group)` of `:is(:where(.group):hover *)`.
      const opened = (before.match(/\(/g) ?? []).length - (before.match(/\)/g) ?? []).length;
      const trigger = opened > 0 ? before.slice(before.lastIndexOf(":is(") + 4) : before;
      if (CSS.supports(`selector(${trigger})`)) found.add(trigger);
    }
  }
}

/** @returns how many elements may show something under the pointer */
function markHovered(selectors: readonly string[]): number {
  const { root } = window.reader;
  const triggers = new Set<Element>();
  for (const earlier of document.querySelectorAll("[data-hovered]"))
    earlier.removeAttribute("data-hovered");
  for (const selector of selectors)
    for (const element of root().querySelectorAll(selector)) triggers.add(element);
  // Remix's own links fetch ahead when pointed at, and show nothing.
  for (const element of root().querySelectorAll(":not([data-discover], svg *)")) {
    const key = Object.keys(element).find((name) => name.startsWith("__reactProps$"));
    const props = key ? Object.keys((element as unknown as Record<string, object>)[key] ?? {}) : [];
    const own = ["onmouseenter", "onmouseover", "onpointerenter", "onpointerover"] as const;
    if (props.some((name) => /^on(Mouse|Pointer)(Enter|Over|Move)$/.test(name)))
      triggers.add(element);
    if (own.some((name) => (element as HTMLElement)[name])) triggers.add(element);
  }
  let count = 0;
  for (const element of triggers)
    if (window.reader.isSeen(element)) element.setAttribute("data-hovered", String(count++));
  return count;
}

/** Chromium tells a page of the pointer's last move with the next frame. */
const nextFrame = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

function rememberSeen(): void {
  window.seenBefore = new Set(
    [...document.querySelectorAll("body *")].filter((element) => window.reader.isSeen(element)),
  );
}

/** The middle of what is seen now and was not before. */
function nowSeen(): { x: number; y: number } | undefined {
  const shown = [...document.querySelectorAll("body *")].find(
    (element) =>
      window.reader.isSeen(element) &&
      !window.seenBefore.has(element) &&
      element.tagName !== "path",
  );
  const box = shown?.getBoundingClientRect();
  return box && { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
