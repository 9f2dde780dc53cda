import { expect, type Page } from "@playwright/test";
import type { Stack } from "../setup/stack.ts";

/** How to open a page in one of its states. */
export interface Visit {
  name: string;
  /** Where the page is an address, and nothing has to be done to see it. */
  path?: string;
  /** Another visit whose layout this one has, with other words: it is heard, and the other one is looked at for both. */
  like?: string;
  open: (page: Page, stack: Stack) => Promise<unknown>;
}

const at = (path: string): Visit => ({ name: path, path, open: (page) => page.goto(path) });

const like = (other: string, visit: Visit): Visit => ({ ...visit, like: other });

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

const signInWith = (name: string, email: string, password: string, shown: string): Visit => ({
  name,
  open: async (page) => {
    await page.goto("/sign-in");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(password);
    await press(page, "Sign in");
    await page.getByText(shown).first().waitFor();
  },
});

type Fault = Parameters<Stack["sandbox"]["faults"]["set"]>;

/** A page while outside systems fail. */
const failing = (path: string, shown: string, ...faults: Fault[]): Visit => ({
  name: `${path} while ${faults.map(([system]) => system).join(" and ")} fails`,
  open: async (page, { sandbox }) => {
    for (const fault of faults) sandbox.faults.set(...fault);
    await page.goto(path);
    await page.getByText(shown).first().waitFor();
    sandbox.faults.clear();
  },
});

const down = { kind: "status", status: 500 } as const;

const person = { email: "rich@example.com", password: "rich-pass" };
const creds = Buffer.from(JSON.stringify(person)).toString("base64");

const visitor: readonly Visit[] = [
  ...["/", "/sign-in?ended", "/terms-of-use", "/nowhere"].map(at),
  like("/terms-of-use", at("/privacy")),
  { ...at(`/?creds=${creds}`), name: "/?creds" },
  signInWith("/sign-in, filled in wrongly", "rich@example", "12345", "Min 6 symbols"),
  like(
    "/sign-in, filled in wrongly",
    signInWith("/sign-in, refused", person.email, "wrong-pass", "The password is invalid"),
  ),
  signInWith("/sign-in, no plan", "nosub@example.com", "nosub-pass", "Something went wrong..."),
  ...["", "?sent=activation"].map((query) => at(`/password-recovery${query}`)),
  like("/password-recovery?sent=activation", at("/password-recovery?sent=reset")),
  ...["?id=new-1027", "?id=new-1026", "?id=sub-1007"].map((query) =>
    at(`/access-recovery${query}`),
  ),
  like("/password-recovery", at("/access-recovery")),
  like("/access-recovery?id=new-1026", at("/access-recovery?id=new-1027&t=x")),
  like("/access-recovery?id=sub-1007", at("/access-recovery?ready")),
  like("/password-recovery", at("/sign-in/link")),
  like("/password-recovery?sent=activation", at("/sign-in/link?sent")),
  at("/sign-in/link?t=nothing"),
  at("/unsubscription?from=nothing"),
  like("/sign-in/link?t=nothing", at("/letters/stop?t=nothing")),
  {
    name: "/unsubscription, canceled",
    like: "/unsubscription?from=nothing",
    open: async (page, { sandbox }) => {
      await page.request.post("/api/cancel-request", {
        data: { email: "premium@example.com", code: "profile-analyzer" },
      });
      const link = () => {
        const mail = sandbox.world.mails.findLast(({ to }) => to.includes("premium@example.com"));
        return /http:\S+\/unsubscription\?from=\S+/.exec(mail?.text ?? "")?.[0];
      };
      await expect.poll(link).toBeDefined();
      await page.goto(link() ?? "");
      // The page asks for a press where it is not known within a second that none is needed.
      const canceled = page.getByText("has been canceled");
      const byHand = page
        .locator("form:not([data-by-itself])")
        .getByRole("button", { name: "Cancel my subscription" });
      await canceled.or(byHand).first().waitFor();
      if (await byHand.isVisible()) await byHand.click();
      await canceled.waitFor();
    },
  },
  at("/data-erasure/received"),
  like("/data-erasure/received", at("/data-erasure/erased")),
  {
    name: "a refused request",
    open: async (page, { origin }) => {
      const answer = await fetch(`${origin}/sign-in`, { method: "PUT" });
      const body = await answer.text();
      await page.route("**/refused", (route) => route.fulfill({ body, contentType: "text/html" }));
      await page.goto("/refused");
    },
  },
];

const step = (number: number | string) => `/dashboard/unsubscribe/${number}`;

/** Walks through the whole flow once, so that every step is reachable. */
export const allSteps: Visit = {
  name: "the last offer",
  open: async (page) => {
    await page.goto(step(0));
    await press(page, "I'm ready to let go of my growth");
    await page.waitForURL(`**${step(2)}`);
    await press(page, "Change my plan");
    await page.waitForURL(`**${step(3)}`);
    await page.goto(step(2));
    await press(page, "Cancel membership");
    await press(page, "I still want to opt out");
    await page.getByLabel("Other").check();
    await press(page, "Continue");
    await page.getByLabel("Your feedback").fill("Fine.");
    await press(page, "Continue");
    await page.waitForURL(`**${step(7)}`);
  },
};

const leaving: readonly Visit[] = [
  allSteps,
  ...[0, 2, 3, 4, 5, 6, 8].map((number) => at(step(number))),
  {
    name: step(1),
    open: async (page) => {
      // Never responds, so that the step does not advance.
      await page.route(`**${step(2)}*`, () => {});
      await page.goto(step(1));
    },
  },
  {
    name: step("canceled"),
    open: async (page) => {
      await page.goto(step(8));
      await press(page, "Cancel membership");
      await page.getByRole("heading", { name: "Your membership has been canceled" }).waitFor();
    },
  },
  like(step("canceled"), at(step(0))),
];

/** Pages to read, the same for all subscribers. */
const readings: readonly Visit[] = [
  ...[
    "/dashboard/insights",
    "/articles/secret-admirers",
    "/articles/secret-admirers/key-metrics-to-identify-secret-admirers",
    "/dashboard/news",
    "/dashboard/news/light-costs-nothing",
    "/dashboard/news/unknown",
    "/dashboard/course",
  ].map(at),
  like("/dashboard/insights", at("/dashboard/top-trends")),
  like("/dashboard/insights", at("/dashboard/top-hacks")),
  like("/articles/secret-admirers", at("/articles/detect-stalkers")),
  like(
    "/articles/secret-admirers/key-metrics-to-identify-secret-admirers",
    at("/articles/detect-stalkers/seeking-support-finding-help-when-you-need-it"),
  ),
  like("/nowhere", at("/pdf/unknown.pdf")),
];

/** Those that are looked at. */
export const layoutsOf = (visits: readonly Visit[]) => visits.filter((visit) => !visit.like);

/** Every page and dialog, by the person who sees it; `visitor` is not signed in. */
export const pages: Readonly<Record<string, readonly Visit[]>> = {
  visitor,
  rich: [
    "/dashboard/my-plan",
    "/dashboard/my-plan/cancel",
    "/dashboard/my-plan/cancel?sent",
    "/dashboard/offers/premium",
    "/dashboard/erase-data",
    "/dashboard/report",
    "/dashboard/analytics",
    "/dashboard/analytics/secretFans",
    "/dashboard/password-safety",
    "/dashboard/notifications",
  ]
    .map(at)
    .concat(
      like("/dashboard of extras", at("/dashboard")),
      like("/dashboard/erase-data", at("/dashboard/log-out")),
      like("/dashboard/offers/premium", at("/dashboard/offers/pdf-course")),
      like("/dashboard/offers/premium", at("/dashboard/offers/gift")),
    )
    .concat({
      name: "/dashboard/security, refused",
      open: async (page) => {
        await page.goto("/dashboard/security");
        await page.getByLabel("Current password").fill("wrong-pass");
        await page.getByLabel("New password").fill("three small words");
        await press(page, "Change password");
        await page.getByText("This is not your current password.").first().waitFor();
      },
    })
    .concat({
      name: "the menu",
      open: async (page) => {
        await page.goto("/dashboard");
        await page.getByRole("banner").locator("summary").click();
        await page.getByRole("link", { name: "Log out" }).waitFor();
      },
    }),
  // Somebody of whose plan no other journey asks: the app remembers for 30 s who has which, and this one is canceled.
  "monthly, leaving": leaving,
  extras: [
    ...["/dashboard", "/dashboard/offers/pdf-course"].map(at),
    at("/dashboard/my-plan/cancel/sub-1016"),
    like("/dashboard/my-plan of rich", at("/dashboard/my-plan")),
  ],
  "extras, reading": readings,
  fresh: [
    like("/dashboard/my-plan of rich", at("/dashboard/my-plan")),
    at("/dashboard/analytics"),
    failing("/dashboard/my-plan", "We cannot reach", ["subscriptions", down]),
  ],
  leaked: [
    failing("/dashboard/password-safety", "try again later", ["functions", down]),
    {
      name: "/dashboard/password-safety",
      open: async (page) => {
        await page.goto("/dashboard/password-safety");
        await page.getByText("What to do about it").last().click();
      },
    },
  ],
};
