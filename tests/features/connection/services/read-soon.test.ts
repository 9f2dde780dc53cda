import { beforeEach, expect, test, vi } from "vitest";
import { readSoon } from "~/features/connection/services/read-soon.server";
import { runEntry } from "~/platform/outbox/runner.server";
import { backgroundSettled } from "~/platform/work/background.server";

vi.mock("~/platform/outbox/runner.server", async (original) => ({
  ...(await original<typeof import("~/platform/outbox/runner.server")>()),
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
