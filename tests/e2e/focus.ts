import { expect, type Locator, type Page } from "@playwright/test";

/** Presses Tab until `target` has the focus. Every stop on the way shows where it is. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < 80; stop += 1) {
    await page.keyboard.press("Tab");
    const { unseen, isThere } = await target.evaluate(focusNow);
    expect(unseen).toBe("");
    if (isThere) return;
  }
  throw new Error(`Tab never reaches ${target}`);
}

/** Goes to something by keyboard and presses it. */
export async function pressOn(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Whether the focus is on the target; and where it is on something that does not show it, the element. */
function focusNow(target: Element): { unseen: string; isThere: boolean } {
  const focused = document.activeElement;
  const isThere = target === focused;
  // Past the last one Tab leaves the page and comes back.
  if (!focused || focused === document.body) return { unseen: "", isThere };
  const ringed = [focused, focused.closest("label")].some((element) => {
    if (!element) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
  });
  const { left, top, width, height } =
    (focused.closest("label") ?? focused).getClientRects()[0] ?? new DOMRect();
  const shown = document.elementFromPoint(left + width / 2, top + height / 2);
  const covered =
    !shown ||
    !(
      focused.contains(shown) ||
      shown.contains(focused) ||
      focused.closest("label")?.contains(shown)
    );
  const fault = ringed ? "covered" : "no ring";
  return {
    unseen: ringed && !covered ? "" : `${fault}: ${focused.outerHTML.slice(0, 200)}`,
    isThere,
  };
}

/** That the focus is on something of the page, or of the dialog over it. */
export async function expectFocusWithin(region: Locator): Promise<void> {
  await expect
    .poll(() =>
      region.evaluate((element) => {
        const focused = document.activeElement;
        if (!focused) return "nothing";
        const lost = focused === document.body || focused.closest("[aria-hidden=true]");
        return element.contains(focused) && !lost ? "within" : focused.outerHTML.slice(0, 200);
      }),
    )
    .toBe("within");
}
