import type { Page } from "@playwright/test";
import { giveTools } from "./tools.ts";

/**
 * What appears under the pointer and cannot be dismissed by Escape, cannot be pointed at itself, or goes by itself (1.4.13).
 * Pointed at is what a style sheet or a script shows something for.
 */
export async function hoverFaults(page: Page): Promise<string[]> {
  await giveTools(page);
  const count = await page.evaluate(markHovered, await hoveredSelectors(page));
  const faults: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const trigger = page.locator(`[data-hovered="${at}"]`).first();
    const name = await trigger.evaluate((element) => window.reader.named(element));
    await page.mouse.move(0, 0);
    await page.evaluate(nextFrame);
    await page.evaluate(rememberSeen);
    await trigger.hover({ force: true });
    const shown = await shownBy(page);
    if (!shown) continue;
    await page.mouse.move(shown.x, shown.y, { steps: 3 });
    if (!(await shownBy(page)))
      faults.push(`${name} shows something that goes when it is pointed at`);
    await trigger.hover({ force: true });
    await page.evaluate(nextFrame);
    await page.keyboard.press("Escape");
    if (await shownBy(page)) faults.push(`${name} shows something that Escape does not dismiss`);
  }
  await page.mouse.move(0, 0);
  return faults;
}

/** What the pointer's last move shows: the page is told of it with the next frame. */
async function shownBy(page: Page): Promise<{ x: number; y: number } | undefined> {
  await page.evaluate(nextFrame);
  return page.evaluate(nowSeen);
}

declare global {
  interface Window {
    seenBefore: Set<Element>;
  }
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
  const triggers = new Set<Element>();
  for (const earlier of document.querySelectorAll("[data-hovered]"))
    earlier.removeAttribute("data-hovered");
  for (const selector of selectors)
    for (const element of document.querySelectorAll(selector)) triggers.add(element);
  // Remix's own links fetch ahead when pointed at, and show nothing.
  for (const element of document.querySelectorAll("body :not([data-discover], svg *)")) {
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
