import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { server } from "#tests/setup/outside";
import { tinyGif } from "#tests/setup/picture-host";
import { pictureAddress, servePicture } from "~/platform/pictures/pictures.server";

const encoder = vi.hoisted(() => {
  process.env.POST_IMAGE_HOSTS = "127.0.0.1";
  return Promise.withResolvers<Buffer>();
});
vi.mock("sharp", () => {
  const picture: Record<string, () => unknown> = { toBuffer: () => encoder.promise };
  for (const step of ["autoOrient", "resize", "webp", "timeout"]) picture[step] = () => picture;
  const nothing = () => {};
  return {
    default: Object.assign(() => picture, {
      cache: nothing,
      concurrency: nothing,
      block: nothing,
      unblock: nothing,
    }),
  };
});

const serve = (name: string) => {
  const address = pictureAddress(`http://127.0.0.1:4100/${name}.gif`, 144) ?? "";
  return servePicture(address.replace("/picture/", ""), "image/webp");
};

test("while our own encoder is slow, pictures are late, and their host counts as up", async () => {
  server.use(http.get("http://127.0.0.1:4100/*", () => new HttpResponse(tinyGif)));
  const late = await Promise.all(Array.from({ length: 20 }, (_, nth) => serve(`late-${nth}`)));
  expect(new Set(late.map(({ status }) => status))).toEqual(new Set([504]));
  encoder.resolve(Buffer.from("encoded"));
  expect(await serve("next")).toMatchObject({ status: 200 });
});
