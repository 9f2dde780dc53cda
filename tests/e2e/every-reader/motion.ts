import type { Page } from "@playwright/test";
import { runningAnimations } from "../legible.ts";
import { giveTools } from "./tools.ts";

/** What moves, or would on a press, although the reader has asked for no motion. */
export async function motions(page: Page): Promise<string[]> {
  await giveTools(page);
  const running = await runningAnimations(page);
  const declared = await page.evaluate(() => {
    const { named, root } = window.reader;
    const found: string[] = [];
    const lasts = (durations: string) =>
      durations.split(",").some((one) => Number.parseFloat(one) > 0.01);
    for (const element of [root(), ...root().querySelectorAll("*")])
      for (const part of [undefined, "::before", "::after"]) {
        const style = getComputedStyle(element, part);
        if (part && style.content === "none") continue;
        if (style.animationName !== "none" && lasts(style.animationDuration))
          found.push(`${named(element)} is animated`);
        if (style.transitionProperty !== "none" && lasts(style.transitionDuration))
          found.push(`${named(element)} changes slowly`);
      }
    if (getComputedStyle(document.documentElement).scrollBehavior === "smooth")
      found.push("the page scrolls smoothly");
    for (const element of document.querySelectorAll(
      "animate, animateTransform, animateMotion, marquee",
    ))
      found.push(`${named(element)} moves`);
    return found;
  });
  return [...running.map((element) => `${element} moves`), ...declared];
}
