import { afterEach, expect, test, vi } from "vitest";
import {
  exportOf,
  importInto,
  kept,
  newMember,
  nothingKept,
  pageAt,
  withExports,
} from "#tests/setup/imports";
import type { UploadEvent } from "~/features/imports/rules/work";

withExports();
afterEach(() => {
  vi.useRealTimers();
});

const fields = () => ({ takenAt: undefined, followersShown: undefined });

/** An upload that sends nothing, and says when it is to be read, and when the thread asks for its bytes. */
function silentUpload() {
  const [opened, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const files: AsyncIterable<UploadEvent> = {
    [Symbol.asyncIterator]() {
      opened.resolve();
      return {
        next() {
          asked.resolve();
          return new Promise<never>(() => {});
        },
      };
    },
  };
  return {
    upload: { files, fields, endAsTooSlow() {} },
    opened: opened.promise,
    asked: asked.promise,
  };
}

type Moment = "opened" | "asked";

// When it is opened, the thread is busy with its start; when it has asked, it waits for the client.
test.each<[string, Moment, number]>([
  ["computes for a minute without a sign of life", "opened", 60_000],
  ["lives for two hours, whatever it does", "asked", 2 * 3_600_000],
])("a thread that %s is ended, and the import is refused on its page", async (_, moment, over) => {
  const member = await newMember();
  const { takeIn } = await import("~/features/imports/services/take-in.server");
  const silent = silentUpload();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const running = takeIn(member.uid, silent.upload);
  await silent[moment];
  vi.advanceTimersByTime(over);
  const taken = await running;
  vi.useRealTimers();
  if (taken.outcome !== "taken-in") throw new Error(taken.outcome);
  const page = await pageAt(member, `/dashboard/import/${taken.id}`);
  expect(page).toContain("This export could not be used");
  expect(await kept(member)).toEqual({ ...nothingKept, imports: 1 });
  // The place is free again.
  expect(await importInto(member, await exportOf(0))).toMatchObject({ state: "used" });
});
