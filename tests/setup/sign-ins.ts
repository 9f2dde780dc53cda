import { beforeEach } from "vitest";
import { ask } from "#tests/setup/ask";
import { sandbox } from "#tests/setup/outside";
import { resetApp } from "#tests/setup/reset-app";

export let settled: () => Promise<unknown>;

// Every test meets closed circuit breakers and empty caches.
beforeEach(async () => {
  resetApp();
  const { backgroundSettled } = await import("~/platform/work/background.server");
  const { flushEvents } = await import("~/features/tracking/events.server");
  settled = () => backgroundSettled().then(() => flushEvents());
});

export async function signIn(email: string, password: string, query = "") {
  const answer = await ask(`/sign-in${query}`, { fields: { email, password } });
  await settled();
  return answer;
}

export const events = () =>
  sandbox.world.events.map(({ body }) => (body as { event: string }).event);
export const bodies = () => JSON.stringify(sandbox.world.events.map(({ body }) => body));
