import { few } from "../../setup/cases.ts";
import { everySource, expect, test, withJavaScript } from "../journey.ts";
import { unheard } from "./faults.ts";
import { hear } from "./heard.ts";
import { listenTo } from "./listener.ts";

// What finds nothing may be blind: each of these faults is planted into a page that has none, and is found.

test.use(everySource);

interface Planted {
  fault: string;
  /** Runs in the page. */
  plant: () => void;
  found: RegExp;
}

const onChart: readonly Planted[] = [
  {
    fault: "a control of an icon alone, without a name",
    plant: () => document.querySelector("header a")?.removeAttribute("aria-label"),
    found: /no name: link/,
  },
  {
    fault: "an icon that is said, and as nothing",
    plant: () => {
      const icon = document.querySelector("main svg[aria-hidden]");
      icon?.removeAttribute("aria-hidden");
      icon?.setAttribute("role", "img");
    },
    found: /no name: image/,
  },
  {
    fault: "a level of headings left out",
    plant: () => {
      const heading = document.querySelector("main h2");
      if (heading) heading.outerHTML = "<h4>Followers</h4>";
    },
    found: /from heading 1 to heading 4/,
  },
  {
    fault: "two titles",
    plant: () => document.querySelector("main")?.insertAdjacentHTML("beforeend", "<h1>Again</h1>"),
    found: /2 headings of level 1/,
  },
  {
    fault: "a picture that says what stands beside it",
    plant: () =>
      document
        .querySelector("main")
        ?.insertAdjacentHTML(
          "beforeend",
          '<p><img alt="Your reach" src="/favicon.svg">Your reach</p>',
        ),
    found: /a picture says what stands beside it/,
  },
  {
    fault: "a name that is said twice",
    plant: () =>
      document
        .querySelector("main")
        ?.insertAdjacentHTML("beforeend", '<button type="button">Save <span>Save</span></button>'),
    found: /said twice: button 'Save Save'/,
  },
  {
    fault: "a chart without its sentence",
    plant: () => document.querySelector("[data-chart-drawing] desc")?.remove(),
    found: /a chart without its sentence/,
  },
  {
    fault: "a chart without its table",
    plant: () => document.querySelector("figure details")?.remove(),
    found: /\d charts, and \d of them as a table/,
  },
  {
    fault: "a link that says only 'here'",
    plant: () =>
      document.querySelector("main")?.insertAdjacentHTML("beforeend", '<a href="/x">here</a>'),
    found: /a link says only 'here'/,
  },
  {
    fault: "links that are called alike and lead elsewhere",
    plant: () =>
      document
        .querySelector("main")
        ?.insertAdjacentHTML("beforeend", '<a href="/x">All of it</a> <a href="/y">All of it</a>'),
    found: /'All of it' leads to/,
  },
  {
    fault: "two navigations of one name",
    plant: () =>
      document
        .querySelector("main")
        ?.insertAdjacentHTML("beforeend", '<nav aria-label="Range"><a href="/x">Day</a></nav>'),
    found: /navigation twice/,
  },
  {
    fault: "two main parts",
    plant: () =>
      document.querySelector("main")?.insertAdjacentHTML("afterend", "<main>Again</main>"),
    found: /2 mains/,
  },
  {
    fault: "English that is marked as Arabic",
    plant: () => document.querySelector("main p")?.setAttribute("lang", "ar"),
    found: /English in what is marked as Arabic/,
  },
];

const onForm: readonly Planted[] = [
  {
    fault: "an error that is not tied to its field",
    plant: () => document.querySelector("[aria-invalid=true]")?.removeAttribute("aria-describedby"),
    found: /is wrong, and does not say why/,
  },
  {
    fault: "a field that nobody fills in",
    plant: () => document.querySelector("input[type=email]")?.removeAttribute("autocomplete"),
    found: /does not say what is filled in/,
  },
  {
    fault: "a password that no password manager knows",
    plant: () =>
      document.querySelector("input[type=password]")?.setAttribute("autocomplete", "off"),
    found: /takes no password from a password manager/,
  },
  {
    fault: "a field that looks at what is pasted",
    plant: () =>
      document.querySelector("input[type=password]")?.setAttribute("onpaste", "return false"),
    found: /looks at what is pasted/,
  },
];

const onDialog: readonly Planted[] = [
  {
    fault: "a dialog without a name",
    plant: () => document.querySelector("dialog")?.removeAttribute("aria-labelledby"),
    found: /no name: dialog/,
  },
];

test(
  "every planted fault is found",
  withJavaScript("the rules are the same"),
  async ({ page, signedInAs }) => {
    const expectFound = async (planted: readonly Planted[]) => {
      expect(unheard(await hear(page))).toEqual([]);
      for (const { fault, plant, found } of planted) {
        const before = await page.evaluate(() => document.body.innerHTML);
        await page.evaluate(plant);
        expect(unheard(await hear(page)), fault).toContainEqual(expect.stringMatching(found));
        await page.evaluate((html) => {
          document.body.innerHTML = html;
        }, before);
      }
    };
    await page.goto("/sign-in");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByText("Min 6 symbols").first()).toBeVisible();
    await expectFound(few(onForm, 2));
    await signedInAs("rich");
    await page.goto("/dashboard/example/growth");
    await expectFound(few(onChart, 3));
    await page.goto("/dashboard/my-plan");
    await expect(page.locator("dialog:modal")).toBeVisible();
    await expectFound(onDialog);
  },
);

test(
  "every planted silence is found",
  withJavaScript("nothing changes without a new page"),
  async ({ page, signedInAs, enhanced }) => {
    await signedInAs("rich");
    const listener = await listenTo(page, enhanced);
    await listener.step("opens a page", () => page.goto("/dashboard/security"));
    expect(listener.silences()).toEqual([]);

    await listener.step("a region that comes with its words", () =>
      page.evaluate(() =>
        document
          .querySelector("main")
          ?.insertAdjacentHTML("beforeend", '<p role="status">It is saved.</p>'),
      ),
    );
    await listener.step("a success without a region", () =>
      page.evaluate(() => document.querySelector("main")?.append("It is saved.")),
    );
    await listener.step("a region behind a dialog", () =>
      page.evaluate(() => {
        const dialog = document.createElement("dialog");
        dialog.innerHTML = "<h2>Over it</h2>";
        document.body.append(dialog);
        dialog.showModal();
        const region = document.querySelector("[role=status]");
        if (region) region.textContent = "It is gone.";
      }),
    );
    await listener.step("the same page again, as if nothing had been pressed", () => page.reload());
    expect(listener.silences()).toEqual([
      "a region that comes with its words: It is saved. (added with its words)",
      "a region that comes with its words: nothing says what became of it",
      "a success without a region: nothing says what became of it",
      "a region behind a dialog: It is gone. (behind the dialog)",
      "the same page again, as if nothing had been pressed: nothing says what became of it",
    ]);
  },
);
