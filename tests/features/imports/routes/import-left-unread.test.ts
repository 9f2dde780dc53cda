import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { exportOf, newMember, send, withExports } from "#tests/setup/imports";

withExports();

test.each(["own", "busy"])(
  "an upload refused as %s leaves nothing of it in memory",
  async (why) => {
    const { takePlace } = await import("~/features/imports/services/places.server");
    const { stoppingSignal } = await import("~/platform/http/monitoring/health.server");
    const listening = () => getEventListeners(stoppingSignal, "abort").length;
    const member = await newMember();
    const takers = why === "own" ? [member.uid] : Array.from({ length: 8 }, (_, at) => `uid-${at}`);
    const places = takers.map(takePlace);
    const before = listening();
    const { status } = await send(member, await exportOf(0));
    expect(status).toBe(why === "own" ? 409 : 503);
    // Whoever still waits for the rest of it listens for the server's end.
    await expect.poll(listening).toBe(before);
    for (const giveBack of places) if (typeof giveBack === "function") giveBack();
  },
);
