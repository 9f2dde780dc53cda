import { getResponse } from "msw";
import sharp from "sharp";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { createInProcessSandbox } from "#sandbox/in-process.ts";
import { pictureAt } from "#sandbox/systems/images.ts";
import { drawReport } from "#sandbox/systems/report.ts";
import { everyCase, few } from "#tests/setup/cases";

afterEach(() => vi.restoreAllMocks());

/** What draws a whole report. */
const rarely = test.runIf(everyCase);

rarely("a picture that could not be drawn once is drawn the next time", async () => {
  const { world } = createInProcessSandbox();
  const profile = await world.profile("uid-extras");
  const draw = () => drawReport(profile ?? {}, { email: "a@example.com", hostname: "localhost" });
  vi.spyOn(sharp.prototype, "toBuffer").mockRejectedValueOnce(new Error("out of memory"));
  await expect(draw()).rejects.toThrow("out of memory");
  expect(Buffer.from(await draw()).toString("latin1", 0, 5)).toBe("%PDF-");
});

test("pictures are drawn in a process in which the app has forbidden what it does not read itself", async () => {
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: ["VipsForeignLoadJpeg"] });
  onTestFinished(() => sharp.unblock({ operation: ["VipsForeignLoad"] }));
  for (const folder of few(["posts", "news", "avatars"], 1)) {
    const drawn = await pictureAt(`https://pictures.test/${folder}/never-drawn-before.jpg`);
    expect((await sharp(drawn).stats()).entropy, folder).toBeGreaterThan(1);
  }
});

rarely(
  "what the sandbox itself throws is kept, so that a test can say why the app met a 500",
  async () => {
    const { world, handlers } = createInProcessSandbox();
    vi.spyOn(sharp.prototype, "toBuffer").mockRejectedValueOnce(new Error("out of memory"));
    const body = JSON.stringify({
      email: "a@example.com",
      uid: "uid-extras",
      hostname: "localhost",
    });
    const ask = () =>
      getResponse(
        handlers,
        new Request("http://sandbox.test/functions/getPdfReport", { method: "POST", body }),
      );
    await expect(ask()).rejects.toThrow("out of memory");
    expect(world.crashes).toEqual([expect.objectContaining({ message: "out of memory" })]);
    expect((await ask())?.status).toBe(200);
    expect(world.crashes).toHaveLength(1);
  },
);
