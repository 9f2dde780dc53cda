import type { Page } from "@playwright/test";
import { sidewaysScroll } from "../legible.ts";
import { unfit, unfitWhenLarge, unfitWhenSpaced } from "./fit.ts";
import { lostInForcedColours } from "./forced-colours.ts";
import { hoverFaults } from "./hover.ts";
import { motions } from "./motion.ts";
import { faultsOfWalk, unseenRings } from "./stops.ts";
import { smallTargets } from "./targets.ts";

const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 844 };

/** What else is looked at, while the page stands so. */
export type View = "phone" | "dark" | "desk" | "desk, dark";

/** Ways to look at a page that everybody has on a phone. */
export const ways = ["in other colours", "on a desk", "enlarged"] as const;
export type Way = (typeof ways)[number];

/**
 * What of the open page somebody cannot see or operate, beyond what axe tells: by keyboard, by finger, enlarged, in their own
 * colours. `geometry` leaves out what is the same in every language. The views stand in an order of few changes, as each
 * lays out and paints the whole page anew.
 */
export async function faultsForReaders(
  page: Page,
  extent: "everything" | "geometry" = "everything",
  also: (view: View) => Promise<string[]> = async () => [],
  chosen: readonly Way[] = ways,
): Promise<string[]> {
  const faults = new Set<string>();
  const note = (where: string, found: readonly string[]) => {
    for (const fault of found) faults.add(`${where}: ${fault}`);
  };
  const noteScroll = async (where: string) => {
    if (await sidewaysScroll(page)) note(where, ["scrolls sideways"]);
  };
  // A dialog that the server has opened takes the focus once its script runs.
  if (await page.locator("script[type=module]").count())
    await page.waitForFunction(() => !document.querySelector("dialog[open]:not(:modal)"));
  await page.setViewportSize(phone);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  note("phone", await also("phone"));
  await noteScroll("phone");
  note("phone", await faultsOfWalk(page, "forwards"));
  note("phone", await unseenRings(page));
  note("phone", await smallTargets(page));
  if (extent === "everything") note("phone", await motions(page));
  if (chosen.includes("enlarged")) {
    note("spaced text", await unfitWhenSpaced(page));
    note("text at 200 %", await unfitWhenLarge(page));
  }

  if (extent === "everything" && chosen.includes("in other colours")) {
    await page.emulateMedia({ colorScheme: "dark" });
    note("dark", await also("dark"));
    note("dark", await unseenRings(page));
    await page.emulateMedia({ forcedColors: "active" });
    note("forced colours, dark", await lostInForcedColours(page));
    await page.emulateMedia({ colorScheme: "light" });
    note("forced colours", await lostInForcedColours(page));
    note("forced colours", await unseenRings(page));
    await page.emulateMedia({ forcedColors: "none" });
  }

  if (chosen.includes("on a desk")) {
    await page.setViewportSize(desk);
    note("desk", await also("desk"));
    await noteScroll("desk");
    note("desk", await faultsOfWalk(page, "backwards"));
    note("desk", await unseenRings(page));
    note("desk", await smallTargets(page));
    if (extent === "everything") {
      note("desk", await hoverFaults(page));
      await page.emulateMedia({ colorScheme: "dark" });
      note("desk, dark", await also("desk, dark"));
    }
  }

  if (chosen.includes("enlarged")) {
    if (extent === "everything") {
      await page.setViewportSize({ width: 1024, height: 844 });
      await noteScroll("1024 px");
    }
    // 1280 px at 400 %.
    await page.setViewportSize({ width: 320, height: 256 });
    note("400 %", await unfit(page));
  }
  await page.setViewportSize(phone);
  await page.emulateMedia({ colorScheme: "light" });
  return [...faults];
}
