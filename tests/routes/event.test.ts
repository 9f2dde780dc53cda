import { beforeEach, expect, test, vi } from "vitest";
import { sandbox } from "#tests/setup/outside";
import { outcome } from "#tests/setup/requests";

type EventRoute = typeof import("~/routes/event");
let route: EventRoute;
let flushed: () => Promise<void>;

beforeEach(async () => {
  vi.resetModules();
  route = await import("~/routes/event");
  const { flushEvents } = await import("~/clients/events.server");
  flushed = () => flushEvents();
});

const context = { nonce: "n", requestId: "r", clientAddress: "192.0.2.77" };

async function send(body: string, type = "application/json", clientAddress = "192.0.2.77") {
  const request = new Request("http://localhost:3000/event", {
    method: "POST",
    headers: { "content-type": type, "user-agent": "test" },
    body,
  });
  return outcome(() =>
    route.action({ request, params: {}, context: { ...context, clientAddress } }),
  );
}

const sent = () => sandbox.world.events.map(({ method, path, body }) => ({ method, path, body }));

test.each(["application/json", "text/plain;charset=UTF-8"])(
  "an event in %s goes to the sink",
  async (type) => {
    const posted = { event: "cancel click", userAgent: "A/1", step: 2, email: "rich@example.com" };
    expect(await send(JSON.stringify(posted), type)).toMatchObject({ status: 204, body: "" });
    await flushed();
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
    expect(await send(body)).toMatchObject({ status: 400 });
    await flushed();
    expect(sent()).toEqual([]);
  },
);

test("reading it is refused", async () => {
  expect(await outcome(async () => route.loader())).toMatchObject({ status: 405 });
});

test("one client is slowed down, others are not", async () => {
  const answers = [];
  for (let count = 0; count < 130; count += 1)
    answers.push((await send('{"event":"open"}')).status);
  expect(answers.filter((status) => status === 204)).toHaveLength(120);
  expect(answers.at(-1)).toBe(429);
  expect((await send('{"event":"open"}', "text/plain", "192.0.2.78")).status).toBe(204);
  await flushed();
});
