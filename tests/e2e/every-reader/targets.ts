import type { Page } from "@playwright/test";
import { giveTools } from "./tools.ts";

/** What is pressed and is smaller than 24 px, with another so near that a finger meets both (2.5.8). */
export async function smallTargets(page: Page): Promise<string[]> {
  await giveTools(page);
  return page.evaluate(() => {
    const { root, named, isSeen } = window.reader;
    const least = 24;
    const pressed =
      "a[href], button, input:not([type=hidden]), select, textarea, summary, label:has(input), [role=button], [role=link]";
    const targets: { element: Element; box: DOMRect; isSmall: boolean }[] = [];
    for (const element of root().querySelectorAll(pressed)) {
      // A label is the target of the field in it.
      if (!isSeen(element) || (element.matches("input") && element.closest("label"))) continue;
      if (element.closest("[aria-hidden=true]")) continue;
      const box = boxOf(element);
      const isSmall = (box.width < least || box.height < least) && !isExempt(element);
      targets.push({ element, box, isSmall });
    }
    return targets
      .filter(({ isSmall }) => isSmall)
      .flatMap((small) => {
        const near = targets.find((other) => other !== small && isNear(small, other));
        const [width, height] = [Math.round(small.box.width), Math.round(small.box.height)];
        return near
          ? [`${named(small.element)} is ${width} × ${height} px, beside ${named(near.element)}`]
          : [];
      });

    /** With a layer that makes the box around it the target, where there is one. */
    function boxOf(element: Element): DOMRect {
      const { content, position, insetBlockStart } = getComputedStyle(element, "::after");
      const isStretched =
        content !== "none" && position === "absolute" && insetBlockStart === "0px";
      const around = isStretched && (element as HTMLElement).offsetParent;
      return (around || element).getBoundingClientRect();
    }

    /** In a sentence, or as the browser draws it. */
    function isExempt(element: Element): boolean {
      if (element.matches("input:is([type=radio], [type=checkbox])"))
        return getComputedStyle(element).appearance !== "none";
      if (getComputedStyle(element).display !== "inline") return false;
      const around = element.parentElement?.closest("p, li, dd, td, th, figcaption, div, label");
      const own = element.textContent?.trim().length ?? 0;
      return (around?.textContent?.trim().length ?? 0) > own + 8;
    }

    /** Whether a circle of 24 px around the middle of `small` meets the other, or the other's circle. */
    function isNear(small: (typeof targets)[number], other: (typeof targets)[number]): boolean {
      if (small.element.contains(other.element) || other.element.contains(small.element))
        return false;
      const [x, y] = [small.box.left + small.box.width / 2, small.box.top + small.box.height / 2];
      const { left, right, top, bottom } = other.box;
      const toBox = Math.hypot(x - clamp(x, left, right), y - clamp(y, top, bottom));
      if (toBox < least / 2) return true;
      const toMiddle = Math.hypot(x - (left + right) / 2, y - (top + bottom) / 2);
      return other.isSmall && toMiddle < least;
    }

    function clamp(value: number, low: number, high: number): number {
      return Math.min(Math.max(value, low), high);
    }
  });
}
