import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import { faultsForReaders, type View } from "./every-reader/every-reader.ts";
import { expect } from "./journey.ts";

// The package's `source` is the long one, and handing it to a page took as long as all its looks.
const axeScript = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

/** Looks of texts (`textLook`) that axe has seen on any page and found nothing wrong with. */
const soundLooks = new Set<string>();

/** Looks at the open page narrow, dark and wide, and as every reader meets it. */
export async function look(page: Page, name: string): Promise<void> {
  const faults = await faultsForReaders(page, "everything", (view) => violations(page, view));
  expect.soft(faults, name).toEqual([]);
}

/**
 * What axe finds. Colours, which take it longest, are its matter only where a text looks as none did before; the rest is,
 * where the page shows something else than in the view before.
 */
async function violations(page: Page, view: View): Promise<string[]> {
  if (view === "phone") await page.evaluate(axeScript);
  const found = await page.evaluate(findViolations, { view, sound: [...soundLooks] });
  for (const look of found.sound) soundLooks.add(look);
  return found.faults;
}

async function findViolations({ view, sound }: { view: View; sound: readonly string[] }) {
  // What lies behind a dialog is a page that is looked at by itself.
  const scope = document.querySelector("dialog:modal") ?? document.documentElement;
  const colours = ["color-contrast", "link-in-text-block"];
  const grounds = new Map<Element, Ground>();
  const known = new Set(sound);
  const fresh = new Set(textsOf(scope).map(textLook));
  for (const look of fresh) if (known.has(look)) fresh.delete(look);

  const shown = [...scope.querySelectorAll("*")].filter(isShown);
  const before = new Set(window.shownBefore);
  const isOther = shown.length !== before.size || shown.some((element) => !before.has(element));
  window.shownBefore = shown;
  const isWhole = view === "phone" || (view === "desk" && isOther);
  if (!isWhole && fresh.size === 0) return { faults: [], sound: [] };

  const options: axe.RunOptions = {
    // What passes is not described in full, which is up to a third of the work.
    resultTypes: ["violations", "incomplete"],
    elementRef: true,
  };
  if (!isWhole) options.runOnly = colours;
  else if (fresh.size === 0)
    options.rules = Object.fromEntries(colours.map((rule) => [rule, { enabled: false }]));
  const isPage = scope === document.documentElement;
  const found = await window.axe.run(isPage ? document : scope, options);
  // What axe could not tell, it shall be asked again.
  for (const { id, nodes } of [...found.violations, ...found.incomplete])
    if (colours.includes(id))
      for (const { element } of nodes) if (element) fresh.delete(textLook(element));
  const faults = found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`,
  );
  return { faults, sound: [...fresh] };

  function isShown(element: Element): boolean {
    return element.checkVisibility({ visibilityProperty: true });
  }

  function textsOf(root: Element): Element[] {
    const found = new Set(root.querySelectorAll("input, select, textarea"));
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode as Text;
      if (parentElement && textContent?.trim()) found.add(parentElement);
    }
    return [...found].filter(isShown);
  }

  /** All that the contrast of a text depends on, in itself and below it. */
  function textLook(element: Element): string {
    const { color, fill, fontSize, fontWeight, textShadow, textDecorationLine } =
      getComputedStyle(element);
    const link = element.closest("a");
    const around = link?.parentElement && getComputedStyle(link.parentElement).color;
    const isOff = element.closest(":disabled, [aria-disabled=true]") !== null;
    const ground = groundOf(element);
    return [
      ...[color, fontSize, fontWeight, textShadow, ground.colours, ground.blending],
      element.closest("svg") ? fill : "",
      element.matches("input, textarea") ? getComputedStyle(element, "::placeholder").color : "",
      link ? `${around} ${textDecorationLine} ${getComputedStyle(link).textDecorationLine}` : "",
      isOff ? "off" : "",
      // It may lie over anything.
      ground.isPlaced ? `${location.href} ${innerWidth} ${element.textContent}` : "",
    ].join(";");
  }

  interface Ground {
    /** Of the backgrounds, down to one that hides what is below. */
    colours: string;
    isOpaque: boolean;
    /** Whether something is placed over others before that. */
    isPlaced: boolean;
    blending: string;
  }

  function groundOf(element: Element): Ground {
    const already = grounds.get(element);
    if (already) return already;
    const { backgroundColor, backgroundImage, opacity, filter, position } =
      getComputedStyle(element);
    const below = element.parentElement && groundOf(element.parentElement);
    const isOpaque = !/^rgba|\/|transparent/.test(backgroundColor);
    const own = `${backgroundColor} ${backgroundImage}`;
    const ground = {
      colours: isOpaque ? own : `${own} ${below?.colours}`,
      isOpaque,
      isPlaced: !isOpaque && (/absolute|fixed|sticky/.test(position) || below?.isPlaced === true),
      blending:
        `${below?.blending ?? ""} ${opacity === "1" ? "" : opacity} ${filter === "none" ? "" : filter}`.trim(),
    };
    grounds.set(element, ground);
    return ground;
  }
}

declare global {
  interface Window {
    axe: typeof axe;
    /** What the last look in this page has seen. */
    shownBefore?: readonly Element[];
  }
}
