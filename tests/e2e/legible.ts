import type { Page } from "@playwright/test";

/** Texts that are cut off by the page's edge or by a box around them. Runs in the page. */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cut = new Set<string>();
    const modal = document.querySelector("dialog:modal");
    const texts = document.createTreeWalker(modal ?? document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const parent = text.parentElement;
      if (!parent || !text.textContent?.trim() || !isSeen(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const box = range.getBoundingClientRect();
      if (box.width === 0) continue;
      if (isBeyond(parent, box)) cut.add(text.textContent.trim().slice(0, 60));
    }
    return [...cut];

    /** Neither hidden nor only for screen readers, and not inside a closed fold. */
    function isSeen(element: Element): boolean {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        return false;
      return !element.closest(".sr-only, script, style, noscript");
    }

    /** Whether the text leaves the page sideways, or a box that hides what leaves it. */
    function isBeyond(start: Element, { left, right, top, bottom }: DOMRect): boolean {
      for (let at: Element | null = start; at; at = at.parentElement) {
        const { overflowX, overflowY, position, webkitLineClamp } = getComputedStyle(at);
        // An excerpt is meant to end early, and what scrolls can be reached; a dialog must not scroll sideways.
        if (webkitLineClamp !== "none") return false;
        if (/auto|scroll/.test(overflowX) && at.tagName !== "DIALOG") return false;
        const box = at.getBoundingClientRect();
        if (/hidden|clip/.test(overflowX) && (left < box.left - 1 || right > box.right + 1))
          return true;
        if (/hidden|clip/.test(overflowY) && (top < box.top - 1 || bottom > box.bottom + 1))
          return true;
        // The skip link waits above the page; no box around it cuts what is fixed.
        if (position === "fixed" && bottom <= 0) return false;
        if (position === "fixed") break;
      }
      return left < -1 || right > document.documentElement.clientWidth + 1;
    }
  });
}

/** How many pixels the page, or the dialog over it, can be scrolled sideways. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.max(
      ...[document.documentElement, ...document.querySelectorAll("dialog")].map(
        ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
      ),
    ),
  );
}

export function runningAnimations(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === "running")
      .map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML.slice(0, 120) ?? ""),
  );
}
