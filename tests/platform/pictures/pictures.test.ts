import { Socket } from "node:net";
import { crc32 } from "node:zlib";
import { HttpResponse, http } from "msw";
import sharp from "sharp";
import { describe, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { everyCase } from "#tests/setup/cases";
import { sandbox, server } from "#tests/setup/outside";
import { tinyGif } from "#tests/setup/picture-host";
import { signedIn } from "#tests/setup/requests";
import { stopwatch } from "#tests/setup/stopwatch";
import { pictureAddress } from "~/platform/pictures/pictures.server";

vi.hoisted(() => {
  // Each test has its own host, since an open circuit breaker would fail the next one.
  const many = Array.from({ length: 60 }, (_, index) => `127.0.0.${index + 1}`);
  process.env.POST_IMAGE_HOSTS = many.join(",");
});

describe("what a host answers", () => {
  const image = (body: BodyInit | null, init: ResponseInit = {}) =>
    new HttpResponse(body as ArrayBuffer, { headers: { "content-type": "image/jpeg" }, ...init });
  const text = (body: string) => image(body);
  /** A PNG whose header claims 81 million pixels. */
  const bomb = async () => {
    const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    bytes.writeUInt32BE(9_000, 16);
    bytes.writeUInt32BE(9_000, 20);
    bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
    return bytes;
  };

  test.each<[string, () => Response | Promise<Response>, number]>([
    ["HTML that says it is a JPEG", () => text("<!doctype html><script>1</script>"), 404],
    ["SVG", () => text('<svg xmlns="http://www.w3.org/2000/svg"/>'), 404],
    ["a script that begins like a GIF", () => text("GIF88a=1;alert(1)"), 404],
    ["a PDF", () => text("%PDF-1.7"), 404],
    ["a TIFF", () => text("II*\u0000........"), 404],
    ["an empty body", () => image(null), 404],
    ["a broken JPEG", () => image(new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])), 404],
    ["a picture of 81 million pixels", async () => image(new Uint8Array(await bomb())), 404],
    ["a compressed body", () => image("x", { headers: { "content-encoding": "gzip" } }), 404],
    ["6 MB", () => image(new Uint8Array(6 * 1_048_576)), 404],
    ["6 MB announced", () => image("x", { headers: { "content-length": "6291456" } }), 404],
    ["a redirect", () => image(null, { status: 302, headers: { location: trap } }), 404],
    ["a permanent redirect", () => image(null, { status: 308, headers: { location: trap } }), 404],
    ["404", () => image("gone", { status: 404 }), 404],
    ["403 of an expired address", () => image("expired", { status: 403 }), 404],
    ["206", () => image(tinyGif, { status: 206 }), 502],
    ["429", () => image("slow down", { status: 429 }), 502],
    ["500", () => image("ill", { status: 500 }), 502],
    ["a reset", () => Response.error(), 502],
  ])("%s: a placeholder is sent", async (_, answer, status) => {
    const host = nextHost();
    server.use(http.get(`${host}/*`, answer));
    expect(await ask(`${host}/a.jpg`)).toMatchObject({
      status,
      type: "image/gif",
      cache: "private, max-age=60",
    });
    expect(sandbox.world.trapped).toEqual([]);
  });

  // One whose body stalls is met by the same deadline.
  test.runIf(everyCase)("a host that hangs times out after three seconds", async () => {
    const host = nextHost();
    server.use(http.get(`${host}/*`, () => new Promise<Response>(() => {})));
    const waited = stopwatch();
    expect(await ask(`${host}/a.jpg`)).toMatchObject({ status: 504 });
    expect(waited()).toBeLessThan(3_500);
  });

  test("a body that stalls times out after three seconds", async () => {
    const stalled = () =>
      new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(tinyGif)) });
    const host = nextHost();
    server.use(http.get(`${host}/*`, () => image(stalled())));
    expect(await ask(`${host}/a.jpg`)).toMatchObject({ status: 504 });
  });
});

describe("a picture that can be shown", () => {
  const draw = (format: "jpeg" | "png" | "webp" | "gif" | "avif") =>
    sharp({ create: { width: 600, height: 300, channels: 3, background: "#256bfd" } })
      .toFormat(format)
      .toBuffer();

  test.each(["jpeg", "png", "webp", "gif", "avif"] as const)(
    "%s is resized and encoded in a format that the browser accepts",
    async (format) => {
      const bytes = new Uint8Array(await draw(format));
      server.use(http.get("http://127.0.0.1:4100/*", () => new HttpResponse(bytes)));
      for (const [accept, type] of [
        ["image/avif,image/webp,*/*", "webp"],
        ["image/png", "jpeg"],
      ] as const) {
        const answer = await ask(`http://127.0.0.1:4100/fine.${format}`, { accept });
        expect(answer).toMatchObject({
          status: 200,
          type: `image/${type}`,
          cache: "private, max-age=86400, immutable",
        });
        const { width, height, format: made } = await sharp(answer.bytes).metadata();
        expect({ width, height, made }).toEqual({ width: 160, height: 80, made: type });
      }
    },
  );

  test("is fetched once for parallel requests, and not again for a matching ETag", async () => {
    const bytes = new Uint8Array(await draw("png"));
    let asked = 0;
    server.use(
      http.get("http://127.0.0.1:4100/*", () => {
        asked += 1;
        return new HttpResponse(bytes);
      }),
    );
    const [first, second] = await Promise.all([
      ask("http://127.0.0.1:4100/once.png"),
      ask("http://127.0.0.1:4100/once.png"),
    ]);
    expect(first.etag).toMatch(/^"[\w-]{22}"$/);
    expect(second.etag).toBe(first.etag);
    const again = await ask("http://127.0.0.1:4100/once.png", {
      "if-none-match": `W/"other", ${first.etag}`,
    });
    expect({ status: again.status, bytes: again.bytes.byteLength, asked }).toEqual({
      status: 304,
      bytes: 0,
      asked: 1,
    });
  });
});

describe("the signature of a picture address", () => {
  const address = pictureAddress("http://127.0.0.1:4100/a.jpg", 144) ?? "";
  const [payload = "", signature = ""] = address.replace("/picture/", "").split(".");
  const other = Buffer.from("160 http://127.0.0.1:4100/b.jpg").toString("base64url");
  const wider = Buffer.from("9999 http://127.0.0.1:4100/a.jpg").toString("base64url");

  test.each([
    ["no signature", payload],
    ["an empty signature", `${payload}.`],
    ["another signature", `${payload}.${"A".repeat(22)}`],
    ["a signature cut short", `${payload}.${signature.slice(0, 10)}`],
    ["another picture's signature", `${other}.${signature}`],
    ["another width's signature", `${wider}.${signature}`],
    ["more after the signature", `${payload}.${signature}.x`],
    ["a plain address", "http://127.0.0.1:4100/a.jpg"],
    ["nothing", ""],
  ])("%s: 404 without a connection", async (_, token) => {
    const connect = vi.spyOn(Socket.prototype, "connect");
    const cookie = await signedIn("rich");
    const { status } = await visit(`/picture/${encodeURIComponent(token)}`, { cookie });
    expect(status).toBe(404);
    const ports = connect.mock.calls
      .flat(3)
      .map((one: unknown) => (one as { port?: unknown })?.port);
    expect(ports.map(String)).not.toContain("4100");
  });

  test("is not enough without a session", async () => {
    const token = `${payload}.${signature}`;
    const { status } = await visit(`/picture/${token}`);
    expect(status).toBe(403);
  });
});

let hostNumber = 1;

function nextHost(): string {
  hostNumber += 1;
  return `http://127.0.0.${hostNumber}:4100`;
}

const trap = "http://sandbox.test/trap";

/** Asks the route for an outside picture at 144 pixels, as a signed-in subscriber. */
async function ask(url: string, headers: Record<string, string> = {}) {
  const address = pictureAddress(url, 144) ?? "";
  const response = await visit(address, { cookie: await signedIn("rich"), headers });
  return {
    status: response.status,
    type: response.headers.get("content-type"),
    cache: response.headers.get("cache-control"),
    etag: response.headers.get("etag"),
    bytes: new Uint8Array(await response.arrayBuffer()),
  };
}
