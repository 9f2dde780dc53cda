import { beforeEach } from "vitest";
import { visit } from "#tests/setup/app";
import { sandbox } from "#tests/setup/outside";
import { breachesOf } from "~/features/safety/breaches.server";
import { flushEvents } from "~/features/tracking/events.server";

export const address = "/dashboard/password-safety";
export const safe = "Your email address is not associate with any data breaches";
export const failed = "Something went wrong. Please try again later.";
export const tooMany = "Please try again later.";

export const callsTo = (email: string) =>
  sandbox.world.calls.filter(
    ({ path }) => path === `/breachedaccount?account=${encodeURIComponent(email)}`,
  );

export async function pwnedEvents() {
  await flushEvents();
  return sandbox.world.events
    .map(({ body }) => body as Record<string, unknown>)
    .filter(({ event }) => String(event).startsWith("Pwned"));
}

/** The page's text, as a browser without JavaScript shows it. */
export async function read(cookie: string, path = `${address}?whole=1`) {
  const answer = await visit(path, { cookie, headers: { "user-agent": "test-browser" } });
  const html = await answer.text();
  return { status: answer.status, html, text: textOf(html) };
}

const textOf = (html: string) =>
  html
    .replace(/<(script|style|head)[\s\S]*?<\/\1>/g, "")
    .replace(/<!-- -->/g, "")
    .replace(/<[^>]+>/g, "\n")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'");

beforeEach(async () => {
  // A success resets the failure count of the breaker, which an earlier test may have raised.
  await breachesOf("nobody@example.com");
  sandbox.world.calls.length = 0;
});

export const about = {
  host: "localhost:3000",
  project: "metricgurus",
  userAgent: "test-browser",
};
