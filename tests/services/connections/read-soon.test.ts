import { beforeEach, expect, test, vi } from "vitest";
import { backgroundSettled } from "~/services/background.server";
import { readSoon } from "~/services/connections/read-soon.server";
import { runEntry } from "~/services/outbox/runner.server";

vi.mock("~/services/outbox/runner.server", async (original) => ({
  ...(await original<typeof import("~/services/outbox/runner.server")>()),
  runEntry: vi.fn(),
}));

const { promise: end, resolve: letEnd } = Promise.withResolvers<void>();
const begun = () => vi.mocked(runEntry).mock.calls.map(([, uid]) => uid);

beforeEach(() => void vi.mocked(runEntry).mockReset().mockReturnValue(end));

test("one reading of a subscriber and eight in all begin at once; the rest is the outbox's", async () => {
  for (let press = 0; press < 5; press += 1) readSoon("ana");
  expect(begun()).toEqual(["ana"]);
  for (let n = 0; n < 20; n += 1) readSoon(`uid-${n}`);
  expect(begun()).toHaveLength(8);
  letEnd();
  await backgroundSettled();
  vi.mocked(runEntry).mockClear();
  vi.mocked(runEntry).mockRejectedValue(new Error("ill"));
  for (let n = 0; n < 8; n += 1) readSoon(`uid-${n}`);
  await backgroundSettled();
  for (let n = 0; n < 8; n += 1) readSoon(`uid-${n}`);
  expect(begun()).toHaveLength(16);
});
