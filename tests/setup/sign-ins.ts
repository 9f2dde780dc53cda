import { ask } from "#tests/setup/ask";
import { daysApart } from "#tests/setup/days-apart";
import { sandbox } from "#tests/setup/outside";

daysApart();

/** Of the app that `visit` speaks to: tests reset its modules. */
export async function settled(): Promise<void> {
  const { backgroundSettled } = await import("~/platform/work/background.server");
  const { flushEvents } = await import("~/features/tracking/events.server");
  await backgroundSettled();
  await flushEvents();
}

export async function signIn(email: string, password: string, query = "") {
  const answer = await ask(`/sign-in${query}`, { fields: { email, password } });
  await settled();
  return answer;
}

export const events = () =>
  sandbox.world.events.map(({ body }) => (body as { event: string }).event);
export const bodies = () => JSON.stringify(sandbox.world.events.map(({ body }) => body));
