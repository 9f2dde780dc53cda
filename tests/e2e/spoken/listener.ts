import { expect, type Page } from "@playwright/test";
import { everyNode, type Heard, hear, wordsIn } from "./heard.ts";
import { steady } from "./steady.ts";

/** What a live region says: `silent` where a screen reader would not say it. */
interface Announcement {
  role: string;
  words: string;
  silent?: string;
}

/**
 * Notes what a listener hears of a journey: of a new page its title and where the focus is, of one that stays what its
 * live regions say and where the focus has gone.
 */
export async function listenTo(page: Page, enhanced: boolean) {
  const lines: string[] = [];
  const silences: string[] = [];
  const announced: Announcement[] = [];
  if (enhanced) {
    await page.exposeBinding("announced", (_, said: Announcement) => announced.push(said));
    await page.addInitScript(watchLiveRegions);
  }
  let before = { document: "", title: "", focus: "" };

  return {
    /** Does something, until its end is seen, and notes what is heard then. */
    async step(name: string, act: () => Promise<unknown>): Promise<void> {
      announced.length = 0;
      await act();
      if (enhanced) {
        // Scripts make a dialog lie over its page.
        await expect(page.locator("dialog[open]:not(:modal)")).toHaveCount(0);
        await page.evaluate(framesPass);
      }
      await expect.poll(() => page.evaluate(awaitsFocus), `${name}: autofocus`).toBe(false);
      const now = { ...(await whereIs(page)), document: await documentOf(page) };
      const isNew = now.document !== before.document;
      const heard = [
        ...(isNew ? [`page: ${now.title}`] : []),
        ...new Set(announced.map(written)),
        ...(isNew || now.focus !== before.focus
          ? [`focus: ${now.focus || "top of the page"}`]
          : []),
      ];
      for (const { silent, words } of announced)
        if (silent) silences.push(`${name}: ${words} (${silent})`);
      const isHeard = isNew
        ? now.title !== before.title || now.focus !== ""
        : heard.some((line) => !/^not heard|^focus: top of the page$/.test(line));
      if (!isHeard) silences.push(`${name}: nothing says what became of it`);
      before = now;
      lines.push(`# ${name}`, ...heard.map((line) => `  ${line}`), "");
    },
    written: () => `${steady(lines.join("\n").trimEnd())}\n`,
    silences: () => silences,
  };
}

/** How much is said while one waits depends on how fast the machine is. */
const written = ({ role, words, silent }: Announcement) =>
  words.endsWith("…") && !silent
    ? `${role}: that it is under way`
    : `${silent ? `not heard (${silent})` : role}: ${words}`;

/** Each document has a number of its own, whoever wrote its address. */
const documentOf = async (page: Page) => String(await page.evaluate(() => performance.timeOrigin));

async function whereIs(page: Page): Promise<{ title: string; focus: string }> {
  const tree = await hear(page);
  const focused = everyNode(tree).findLast(({ states }) => states.focused === "true");
  return { title: tree.title, focus: focused && focused !== tree ? saidOf(focused) : "" };
}

function saidOf(node: Heard): string {
  const { role, name, description, states } = node;
  const words = name || (role === "main" ? "" : wordsIn(node));
  return [
    `${role}${words && ` '${words.replace(/\s+/g, " ").trim()}'`}`,
    states.expanded === "true" ? "open" : "",
    states.invalid && states.invalid !== "false" ? "invalid" : "",
    description,
  ]
    .filter(Boolean)
    .join(", ");
}

/** What React does after an answer is done within two frames. */
const framesPass = () =>
  new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));

/** Whether the page names what has the focus first and nothing has it yet: the browser gives it as it draws a frame. */
const awaitsFocus = () =>
  document.activeElement === document.body &&
  location.hash === "" &&
  [...document.querySelectorAll("[autofocus]")].some((element) => element.checkVisibility());

/** Runs in the page, before its own scripts. */
function watchLiveRegions(): void {
  const live =
    "[role=status], [role=alert], [role=log], output, [aria-live=polite], [aria-live=assertive]";
  /** What each last said: undefined for what is not shown. */
  const known = new WeakMap<Element, string | undefined>();
  const tell = (said: Announcement) =>
    (window as unknown as { announced: (said: Announcement) => void }).announced(said);
  const wordsOf = (element: Element) =>
    (element as HTMLElement).innerText.replace(/\s+/g, " ").trim();
  const isHidden = (region: Element) =>
    !region.checkVisibility() || region.closest("[aria-hidden=true], [inert]") !== null;
  const isBehind = (region: Element) => {
    const modal = document.querySelector("dialog:modal");
    return modal !== null && !modal.contains(region);
  };

  const look = () => {
    for (const region of document.querySelectorAll(live)) {
      const words = isHidden(region) ? undefined : wordsOf(region);
      const last = known.get(region);
      known.set(region, words);
      if (!words || words === last) continue;
      const role = region.getAttribute("role") ?? "status";
      // Only an alert is said that comes with its words.
      const isLate =
        last === undefined && role !== "alert" && !region.contains(document.activeElement);
      const silent = isLate
        ? "added with its words"
        : isBehind(region)
          ? "behind the dialog"
          : undefined;
      tell({ role, words, ...(silent && { silent }) });
    }
  };

  document.addEventListener("DOMContentLoaded", () => {
    for (const region of document.querySelectorAll(live))
      known.set(region, isHidden(region) ? undefined : wordsOf(region));
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: ["hidden", "class", "open", "aria-hidden"],
    });
  });
}
