import { expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { send } from "#tests/setup/ask";
import { everyCase } from "#tests/setup/cases";
import { daysApart } from "#tests/setup/days-apart";
import { sandbox } from "#tests/setup/outside";
import { post as argumentsOf } from "#tests/setup/requests";
import { flushEvents } from "~/features/tracking/events.server";
import { action } from "~/features/tracking/routes/event";

daysApart();

const post = (body: string, type = "application/json", client = "192.0.2.77") =>
  send("/event", body, { type, client });

/** The same past the server, which takes a tenth of the time. */
async function postToRoute(body: string): Promise<Response> {
  const { request, ...rest } = argumentsOf("/event", {}, { client: "192.0.2.77" });
  return action({ request: new Request(request, { body }), ...rest });
}

const sent = () => sandbox.world.events.map(({ method, path, body }) => ({ method, path, body }));

test.each(["application/json", "text/plain;charset=UTF-8"])(
  "an event in %s goes to the sink",
  async (type) => {
    const posted = { event: "cancel click", userAgent: "A/1", step: 2, email: "rich@example.com" };
    expect(await post(JSON.stringify(posted), type)).toMatchObject({ status: 204, body: "" });
    await flushEvents();
    expect(sent()).toEqual([
      {
        method: "POST",
        path: "/event",
        body: { event: "cancel click", userAgent: "A/1", step: 2 },
      },
    ]);
  },
);

test.each(["", "{", "[]", "null", '"open"', '{"userAgent":"A/1"}'])(
  "%j is refused",
  async (body) => {
    expect(await post(body)).toMatchObject({ status: 400 });
    await flushEvents();
    expect(sent()).toEqual([]);
  },
);

test("GET is refused", async () => {
  expect((await visit("/event")).status).toBe(405);
});

test("one client is limited, others are not", async () => {
  const answers = [];
  const body = '{"event":"open"}';
  for (let count = 0; count < 122; count += 1) {
    // Most go to the route alone, past the server.
    const isAlone = !everyCase && count > 1 && count < 115;
    answers.push((await (isAlone ? postToRoute(body) : post(body))).status);
  }
  expect(answers.filter((status) => status === 204)).toHaveLength(120);
  expect(answers.at(-1)).toBe(429);
  expect((await post('{"event":"open"}', "text/plain", "192.0.2.78")).status).toBe(204);
  await flushEvents();
});
