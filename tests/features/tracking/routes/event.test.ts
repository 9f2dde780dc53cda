import { expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { send } from "#tests/setup/ask";
import { daysApart } from "#tests/setup/days-apart";
import { sandbox } from "#tests/setup/outside";
import { flushEvents } from "~/features/tracking/events.server";

daysApart();

const post = (body: string, type = "application/json", client = "192.0.2.77") =>
  send("/event", body, { type, client });

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
  for (let count = 0; count < 122; count += 1)
    answers.push((await post('{"event":"open"}')).status);
  expect(answers.filter((status) => status === 204)).toHaveLength(120);
  expect(answers.at(-1)).toBe(429);
  expect((await post('{"event":"open"}', "text/plain", "192.0.2.78")).status).toBe(204);
  await flushEvents();
});
