import type { Page } from "@playwright/test";
import { everyCase } from "../../setup/cases.ts";
import { expect, test, untilAlive, withJavaScript } from "../journey.ts";
import { focusLostAfterDialogs } from "./after-dialogs.ts";
import { unfit, unfitWhenLarge, unfitWhenSpaced } from "./fit.ts";
import { lostInForcedColours } from "./forced-colours.ts";
import { hoverFaults } from "./hover.ts";
import { motions } from "./motion.ts";
import { faultsOfWalk, unseenRings } from "./stops.ts";
import { smallTargets } from "./targets.ts";

interface Planted {
  /** What a developer might do. */
  fault: string;
  html?: string;
  css?: string;
  script?: () => void;
  measure: (page: Page) => Promise<string[]>;
  found: RegExp;
}

const walk = (page: Page) => faultsOfWalk(page, "forwards");

async function rings(page: Page): Promise<string[]> {
  await walk(page);
  return unseenRings(page);
}

async function narrow(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 320, height: 256 });
  const found = await unfit(page);
  await page.setViewportSize({ width: 390, height: 844 });
  return found;
}

async function forced(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: "active" });
  const found = await lostInForcedColours(page);
  await page.emulateMedia({ forcedColors: "none" });
  return found;
}

// The page's policy refuses the styles of what is planted.
test.use({ bypassCSP: true });

const planted: readonly Planted[] = [
  {
    fault: "a bar at the foot of the window",
    css: "main::after { content: ''; position: fixed; inset: auto 0 0; height: 120px; z-index: 99; background: #fff }",
    measure: walk,
    found: /has the focus and is covered by main/,
  },
  {
    fault: "a banner over the middle of the window",
    html: "<aside style='position: fixed; inset: 30% 0; z-index: 99; background: #fff'>Cookies</aside>",
    measure: walk,
    found: /is covered by aside "Cookies" \(upper left/,
  },
  {
    fault: "no ring",
    css: "main a:focus-visible { outline: none !important }",
    measure: rings,
    found: /link "View insights" has the focus and shows nothing/,
  },
  {
    fault: "a ring that is always there",
    css: "main a { outline: 3px solid #1a57d6 !important; outline-offset: 2px !important }",
    measure: rings,
    found: /link "View insights" has the focus and looks as without it/,
  },
  {
    fault: "a ring of too little contrast",
    css: "main a:focus-visible { outline-color: #9fb4dd !important }",
    measure: rings,
    found: /link "View insights" has the focus and shows it along 0 %, with a contrast of 1\.\d/,
  },
  {
    fault: "a ring that its box cuts off",
    html: "<p style='overflow: hidden'><a href='#x' style='display: block'>In a tight box</a></p>",
    measure: rings,
    found: /link "In a tight box" has the focus and shows it along 0 %/,
  },
  {
    fault: "a hairline",
    css: "main a:focus-visible { outline-width: 1px !important }",
    measure: rings,
    found: /link "View insights" has the focus and shows it by 1px/,
  },
  {
    fault: "a tabindex above 0",
    html: "<button tabindex='3'>First of all</button>",
    measure: walk,
    found: /button "First of all" has a tabindex above 0/,
  },
  {
    fault: "an order against what is seen",
    html: "<p style='display: flex; flex-direction: row-reverse; gap: 9px'><button>Last</button><button>First</button></p>",
    measure: walk,
    found: /the focus goes back from button "Last" to button "First"/,
  },
  {
    fault: "a list that is turned upside down",
    html: "<p style='display: flex; flex-direction: column-reverse'><button>Below</button><button>Above</button></p>",
    measure: walk,
    found: /the focus goes up from button "Below" to button "Above"/,
  },
  {
    fault: "a field that Tab does not leave",
    html: "<textarea aria-label='Trap' onkeydown=''></textarea>",
    script: () =>
      document
        .querySelector("[aria-label=Trap]")
        ?.addEventListener("keydown", (event) => event.preventDefault()),
    measure: walk,
    found: /Tab does not get past textarea "Trap"/,
  },
  {
    fault: "a button that hands the focus on",
    html: "<button id='shy'>Shy</button><button id='bold'>Bold</button>",
    script: () =>
      document
        .querySelector("#shy")
        ?.addEventListener("focus", () => document.querySelector<HTMLElement>("#bold")?.focus()),
    measure: walk,
    found: /Tab does not reach button "Shy"/,
  },
  {
    fault: "targets of 16 px beside each other",
    html: "<p style='display: flex'><button style='width: 16px; height: 16px; overflow: hidden'>A</button><button style='width: 16px; height: 16px; overflow: hidden'>B</button></p>",
    measure: smallTargets,
    found: /button "A" is 16 × 16 px, beside button "B"/,
  },
  {
    fault: "a box that text just fits",
    html: "<p id='tight' style='width: max-content; overflow: hidden; white-space: nowrap'>It just fits in</p>",
    script: () => {
      const box = document.querySelector<HTMLElement>("#tight");
      if (box) box.style.width = `${box.offsetWidth}px`;
    },
    measure: unfitWhenSpaced,
    found: /cut: It just fits in/,
  },
  {
    fault: "a box of a fixed height",
    html: "<p style='height: 12px; margin: 0'>Letters in the first of two</p><p style='margin: 0'>Letters in the second of two</p>",
    measure: unfitWhenLarge,
    found: /over each other: Letters in the first of two \| Letters in the second/,
  },
  {
    fault: "a button of a fixed width",
    html: "<button style='width: 120px; white-space: nowrap'>Twelve letters</button>",
    measure: unfitWhenLarge,
    found: /out of its box: Twelve letters/,
  },
  {
    fault: "a box wider than a phone at 400 %",
    html: "<p style='min-width: 350px'>Wide</p>",
    measure: narrow,
    found: /scrolls \d+ px sideways/,
  },
  {
    fault: "a current page by its background",
    html: "<a href='#x' aria-current='page' style='background: #eaf1ff; border: 0 !important'>Here</a>",
    measure: forced,
    found: /link "Here": aria-current is not seen/,
  },
  {
    fault: "a choice by its background",
    html: "<style>label:has(:checked) { background: #eaf1ff }</style><label><input type='radio' name='x' class='sr-only' checked>Chosen</label>",
    measure: forced,
    found: /field "Chosen": checked is not seen/,
  },
  {
    fault: "a bar of progress by its background",
    html: "<style>#bar, #bar::-webkit-progress-bar { appearance: none !important; background: #dfe6f3 } #bar::-webkit-progress-value { background: #256bfd }</style><progress id='bar' aria-label='Bar' max='1' value='.5'></progress>",
    measure: forced,
    found: /progress "Bar": how far it is, is not seen/,
  },
  {
    fault: "a chart in a tint",
    html: "<figure><svg role='img' width='90' height='90'><title>Tints</title><path class='tinted' fill='#dfe6f3' d='M0 0h90v90H0z'/></svg></figure>",
    measure: forced,
    found: /img "Tints": tinted is not seen/,
  },
  {
    fault: "an icon in white",
    html: "<svg class='pale' width='24' height='24' stroke='#fff'><path d='M0 0l9 9'/></svg>",
    css: ".pale path { fill: none }",
    measure: forced,
    found: /svg "pale": path is not seen/,
  },
  {
    fault: "an animation that does not ask",
    css: "@keyframes turning { to { rotate: 1turn } } h2 { animation: turning 2s infinite !important }",
    measure: motions,
    found: /is animated/,
  },
  {
    fault: "a page that glides to its parts",
    css: "html { scroll-behavior: smooth !important }",
    measure: motions,
    found: /the page scrolls smoothly/,
  },
  {
    fault: "a hint that only the pointer dismisses",
    html: "<style>#hint { display: none } #hinted:hover #hint { display: block }</style><div id='hinted'>Hinted<div id='hint'>The hint</div></div>",
    measure: hoverFaults,
    found: /"Hinted" shows something that Escape does not dismiss/,
  },
  {
    fault: "a hint that flees the pointer",
    html: "<div id='fleeing'>Fleeing</div><div id='fled' hidden style='margin-top: 40px'>The hint</div>",
    script: () => {
      const show = (isShown: boolean) => () => {
        const hint = document.querySelector<HTMLElement>("#fled");
        if (hint) hint.hidden = !isShown;
      };
      const trigger = document.querySelector<HTMLElement>("#fleeing");
      if (!trigger) return;
      trigger.onmouseenter = show(true);
      trigger.onmouseleave = show(false);
    },
    measure: hoverFaults,
    found: /"Fleeing" shows something that goes when it is pointed at/,
  },
];

/** One of each measure, where not all are. */
const tried = planted.filter(
  ({ measure }, at) => everyCase || planted.findIndex((one) => one.measure === measure) === at,
);

test(
  "each planted fault is found by its measure",
  withJavaScript("the measures read the same page either way"),
  async ({ page, signedInAs }) => {
    await signedInAs("rich");
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/dashboard/analytics");
    for (const measure of new Set(planted.map((one) => one.measure)))
      expect.soft(await measure(page), "without a planted fault").toEqual([]);
    for (const { fault, html = "", css = "", script, measure, found } of tried) {
      await page.evaluate(
        ([markup, style]) => {
          document.querySelector("#planted")?.remove();
          const plot = Object.assign(document.createElement("div"), { id: "planted" });
          const rules = Object.assign(document.createElement("style"), { textContent: style });
          plot.innerHTML = markup;
          plot.prepend(rules);
          document.querySelector("main")?.prepend(plot);
        },
        [html, css] as const,
      );
      if (script) await page.evaluate(script);
      const faults = await measure(page);
      expect.soft(faults.join("\n"), fault).toMatch(found);
    }
  },
);

test(
  "a focus that is lost after a dialog is found",
  withJavaScript("without JavaScript a dialog is a page"),
  async ({ page, signedInAs }) => {
    await signedInAs("rich");
    await page.goto("/dashboard");
    await untilAlive(page);
    expect(await focusLostAfterDialogs(page)).toEqual([]);
    await page.evaluate(() => {
      // One link is enough: after its dialog nothing takes the focus any more, not the next link either.
      for (const link of [...document.querySelectorAll("a[data-discover]")].slice(1))
        link.removeAttribute("data-discover");
      const lose = () => (document.activeElement as HTMLElement).blur();
      let wasOpen = false;
      new MutationObserver(() => {
        const isOpen = document.querySelector("dialog") !== null;
        if (wasOpen && !isOpen) {
          lose();
          addEventListener("focusin", lose);
        }
        wasOpen = isOpen;
      }).observe(document.body, { childList: true, subtree: true });
    });
    expect(await focusLostAfterDialogs(page)).not.toEqual([]);
  },
);
