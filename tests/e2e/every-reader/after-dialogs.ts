import type { Page } from "@playwright/test";
import { giveTools } from "./tools.ts";

/** Links of the open page after whose dialog the focus is not back on them, or on the menu that they stand in. */
export async function focusLostAfterDialogs(page: Page): Promise<string[]> {
  const faults: string[] = [];
  const links = page.locator("a[data-discover]");
  const address = page.url();
  for (let at = 0; at < (await links.count()); at += 1) {
    const link = links.nth(at);
    // Without React each is a new page.
    await giveTools(page);
    const name = await link.evaluate((element) => {
      const fold = element.closest<HTMLDetailsElement>("details:not([open])");
      if (fold) fold.open = true;
      (element as HTMLElement).focus();
      return window.reader.named(element);
    });
    await page.keyboard.press("Enter");
    await page.locator("dialog:modal").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
    await page.waitForURL(address);
    await giveTools(page);
    const holder = await link.evaluate((element) => {
      const focused = document.activeElement;
      const isMenu = focused?.tagName === "SUMMARY" && focused.parentElement?.contains(element);
      return focused === element || isMenu ? "" : window.reader.named(focused ?? document.body);
    });
    if (holder) faults.push(`after the dialog of ${name} the focus is on ${holder.slice(0, 60)}`);
  }
  return faults;
}
