import { test as base, expect, type Page, type TestDetails } from "@playwright/test";
import { createCookieSessionStorage } from "@remix-run/node";
import { startCluster } from "../cluster/cluster.ts";
import { everyCase } from "../setup/cases.ts";
import { type Stack, startStack } from "../setup/stack.ts";

/**
 * Journeys run against a sandbox and a server of their own for each worker, reset before each test.
 * `enhanced` is false where the browser runs no JavaScript. Signing in has journeys of its own (analysis.spec.ts):
 * all others begin with a session (`signedInAs`).
 */
export const test = base.extend<
  { stack: Stack; enhanced: boolean; signedInAs: (key: string) => Promise<void> },
  { sharedStack: Stack; sources: string; languages: string | undefined }
>({
  /** ANALYSIS_SOURCES (docs/product.md#sources). */
  sources: ["outside", { option: true, scope: "worker" }],
  /** LANGUAGES; without, what is set where no language is chosen. */
  languages: [undefined, { option: true, scope: "worker" }],
  sharedStack: [
    async ({ sources, languages }, use) => {
      // The same journeys run against several processes behind a balancer.
      const stack = await (process.env.STACK === "cluster"
        ? startCluster()
        : startStack(
            { ANALYSIS_SOURCES: sources, ...(languages && { LANGUAGES: languages }) },
            undefined,
            { withGoogle: true },
          ));
      await use(stack);
      await stack.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  stack: async ({ sharedStack }, use) => {
    await sharedStack.sandbox.reset();
    await use(sharedStack);
  },
  baseURL: async ({ stack }, use) => use(stack.origin),
  enhanced: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled !== false),
  signedInAs: async ({ context, stack }, use) => {
    await use(async (key) => {
      const { name, value } = await sessionOf(stack, key);
      await context.addCookies([{ name, value, url: stack.origin }]);
    });
  },
});

/**
 * What most journeys run with that need more than the outside system's figures. Each other choice costs every worker a
 * server and a sandbox more.
 */
export const everySource = { sources: "outside,export,instagram", languages: "en,de,ar" };

/** A test that only a browser with JavaScript runs, and why. Not by `test.skip`, which would open a page first. */
export const withJavaScript = (description: string): TestDetails => ({
  tag: "@with-javascript",
  annotation: { type: "only with JavaScript", description },
});
/** Only one without. */
export const withoutJavaScript = (description: string): TestDetails => ({
  tag: "@without-javascript",
  annotation: { type: "only without JavaScript", description },
});

/**
 * Of a test that both browsers pass alike: `npm test` runs it without JavaScript alone, where it takes a third of the
 * processor time, and `npm run test:all` in both.
 */
export const alike = (description: string): TestDetails =>
  everyCase ? {} : withoutJavaScript(description);
/** The same of a test of which the browser with JavaScript shows more. */
export const alikeWithJavaScript = (description: string): TestDetails =>
  everyCase ? {} : withJavaScript(description);
/** Of a test whose rules others prove as well that `npm test` runs: `npm run test:all` alone runs it. */
export const provedElsewhere = (description: string): TestDetails =>
  everyCase
    ? {}
    : { tag: "@proved-elsewhere", annotation: { type: "proved elsewhere", description } };

/** The session cookie that signing in would have set (app/platform/session/session.server.ts). */
export async function sessionOf(
  { sandbox }: Stack,
  key: string,
): Promise<{ name: string; value: string }> {
  const person = sandbox.world.people.find((someone) => someone.key === key);
  if (!person) throw new Error(`nobody is called ${key}`);
  const secrets = (sandbox.env.SESSION_SECRETS ?? "").split(",");
  const storage = createCookieSessionStorage({ cookie: { name: "session", secrets } });
  const session = await storage.getSession();
  const { uid, email } = person;
  const sessionId = crypto.randomUUID();
  const now = Date.now();
  session.set("subscriber", { uid, email, sessionId, signedInAt: now, validSince: now });
  const [name = "", value = ""] =
    (await storage.commitSession(session)).split(";", 1)[0]?.split(/=(.*)/) ?? [];
  return { name, value };
}

/**
 * The subjects of the letters to an address, in the order of their arrival. A letter of the test before may arrive late:
 * whoever looks at letters says to whom.
 */
export const subjectsTo = ({ sandbox }: Stack, address: string) =>
  sandbox.world.mails.filter(({ to }) => to.join() === address).map(({ subject }) => subject);

/** Waits for a letter, of which there is one. @returns its text */
export async function letterTo(stack: Stack, address: string, subject: string): Promise<string> {
  const letters = () =>
    stack.sandbox.world.mails.filter(
      (mail) => mail.to.join() === address && mail.subject === subject,
    );
  await expect.poll(letters).toHaveLength(1);
  return letters()[0]?.text ?? "";
}

/** What waits in the outbox is tried again at the next look, as if its back-off had ended. */
export async function makeDue({ sandbox: { firestore } }: Stack, path: string): Promise<void> {
  await expect.poll(() => firestore.read(path)?.leaseUntil).toBe(0);
  const entry = firestore.read(path);
  if (entry?.state === "open") firestore.write(path, { ...entry, dueAt: 1 });
}

/** Waits until React runs the open page, which may be after its load. The document's own element is the last that it takes over. */
export async function untilAlive(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.documentElement).some((key) => key.startsWith("__reactProps$")),
  );
  // Its effects have run within two frames.
  await page.evaluate(
    () =>
      new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}

export { expect };
