import { HttpResponse, http } from "msw";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { server } from "#tests/setup/outside";
import { pictureAddress, servePicture } from "~/platform/pictures/pictures.server";

vi.hoisted(() => {
  process.env.POST_IMAGE_HOSTS = "127.0.0.1,127.0.0.2";
});
// Room for two of these pictures.
vi.mock(import("~/platform/work/memory-shares.server"), async (original) => ({
  shares: { ...(await original()).shares, caches: 0.000_06 },
}));

const serve = (url: string) =>
  servePicture((pictureAddress(url, 144) ?? "").replace("/picture/", ""), "image/webp");

test("a picture that comes late is served, however many others came meanwhile", async () => {
  const blank = { width: 200, height: 200, channels: 3, background: "#256bfd" } as const;
  const bytes = new Uint8Array(await sharp({ create: blank }).png().toBuffer());
  const late = Promise.withResolvers<void>();
  server.use(
    http.get("http://127.0.0.2:4100/*", async () => {
      await late.promise;
      return new HttpResponse(bytes);
    }),
    http.get("http://127.0.0.1:4100/*", () => new HttpResponse(bytes)),
  );
  const served = serve("http://127.0.0.2:4100/late.png");
  served.catch(() => {});
  for (let nth = 0; nth < 6; nth += 1)
    expect(await serve(`http://127.0.0.1:4100/${nth}.png`)).toMatchObject({ status: 200 });
  late.resolve();
  expect(await served).toMatchObject({ status: 200 });
});
