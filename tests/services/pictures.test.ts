import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, Socket } from "node:net";
import { crc32 } from "node:zlib";
import { HttpResponse, http, passthrough } from "msw";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { sandbox, server } from "#tests/setup/outside";
import { signedIn } from "#tests/setup/requests";
import { log } from "~/clients/log.server";
import { createPictureSource } from "~/clients/pictures/fetch.server";
import { PictureRefused } from "~/clients/pictures/refusal.server";
import { isPublicAddress } from "~/domain/public-address";
import { pictureAddress } from "~/services/pictures.server";

vi.hoisted(() => {
  // Each misbehaving host is one of its own, since its breaker would answer for the next.
  const many = Array.from({ length: 60 }, (_, index) => `127.0.0.${index + 1}`);
  process.env.POST_IMAGE_HOSTS = many.join(",");
});

const hosts = ["pics.example", "*.cdn.example", "127.0.0.1", "10.0.0.5", "::1", "8.8.8.8"];

/** Every address that a resolver could be talked into answering, in production. */
const privateAddresses = [
  ["this host", "0.0.0.0"],
  ["this network", "0.1.2.3"],
  ["loopback", "127.0.0.1"],
  ["loopback, high", "127.255.255.254"],
  ["private 10", "10.0.0.1"],
  ["private 172", "172.16.0.1"],
  ["private 172, high", "172.31.255.255"],
  ["private 192", "192.168.1.1"],
  ["cloud metadata", "169.254.169.254"],
  ["carrier NAT", "100.64.0.1"],
  ["protocol assignments", "192.0.0.8"],
  ["documentation", "192.0.2.1"],
  ["6to4 relay", "192.88.99.1"],
  ["benchmarking", "198.18.0.1"],
  ["documentation 2", "198.51.100.1"],
  ["documentation 3", "203.0.113.1"],
  ["multicast", "224.0.0.1"],
  ["reserved", "240.0.0.1"],
  ["broadcast", "255.255.255.255"],
  ["IPv6 loopback", "::1"],
  ["IPv6 unspecified", "::"],
  ["mapped loopback", "::ffff:127.0.0.1"],
  ["mapped private, in hexadecimal", "::ffff:a00:1"],
  ["mapped public", "::ffff:8.8.8.8"],
  ["compatible loopback", "::127.0.0.1"],
  ["NAT64 of private", "64:ff9b::10.0.0.1"],
  ["local NAT64", "64:ff9b:1::1"],
  ["6to4 of private", "2002:a00:1::1"],
  ["Teredo", "2001:0:4136:e378:8000:63bf:3fff:fdd2"],
  ["IPv6 documentation", "2001:db8::1"],
  ["IPv6 documentation 2", "3fff::1"],
  ["unique local", "fd12:3456:789a::1"],
  ["link-local", "fe80::1"],
  ["link-local with a zone", "fe80::1%eth0"],
  ["site-local", "fec0::1"],
  ["IPv6 multicast", "ff02::1"],
  ["discard only", "100::1"],
] as const;

const hostileUrls = [
  ["another host", "https://evil.example/a.jpg"],
  ["a listed host as a suffix", "https://evilpics.example/a.jpg"],
  ["a listed host as a prefix", "https://pics.example.evil.example/a.jpg"],
  ["the bare name of a wildcard", "https://cdn.example/a.jpg"],
  ["a wildcard's look-alike", "https://evilcdn.example/a.jpg"],
  ["a dot at the end", "https://pics.example./a.jpg"],
  ["a name before @", "https://pics.example@evil.example/a.jpg"],
  ["credentials", "https://user:pass@pics.example/a.jpg"],
  ["plain http", "http://pics.example/a.jpg"],
  ["another port", "https://pics.example:8443/a.jpg"],
  ["a backslash", "https://evil.example\\@pics.example/a.jpg"],
  ["file", "file:///etc/passwd"],
  ["data", "data:image/png;base64,AAAA"],
  ["ftp", "ftp://pics.example/a.jpg"],
  ["gopher", "gopher://pics.example/a.jpg"],
  ["javascript", "javascript:alert(1)"],
  ["no scheme", "//pics.example/a.jpg"],
  ["a path", "/etc/passwd"],
  ["nothing", ""],
  ["too long", `https://pics.example/${"a".repeat(2_100)}`],
  ["loopback by name", "http://localhost/a.jpg"],
  ["loopback in short", "http://127.1/a.jpg"],
  ["loopback in decimal", "http://2130706433/a.jpg"],
  ["loopback in octal", "http://0177.0.0.1/a.jpg"],
  ["loopback in hexadecimal", "http://0x7f000001/a.jpg"],
  ["metadata in decimal", "https://2852039166/latest/meta-data"],
  ["metadata as mapped IPv6", "https://[::ffff:169.254.169.254]/"],
  ["full-width digits", "https://１２７.0.0.1:8080/a.jpg"],
] as const;

/** Listed by mistake: the range rule holds all the same. */
const listedUrls = [
  ["a listed loopback address", "https://127.0.0.1/a.jpg"],
  ["the same in decimal", "https://2130706433/a.jpg"],
  ["the same in octal", "https://0177.0.0.1/a.jpg"],
  ["the same in hexadecimal", "https://0x7f.1/a.jpg"],
  ["a listed private address", "https://10.0.0.5/a.jpg"],
  ["a listed IPv6 loopback", "https://[::1]/a.jpg"],
] as const;

describe("hostile addresses, in production", () => {
  let connect: ReturnType<typeof vi.spyOn>;
  beforeEach(() => {
    connect = vi.spyOn(Socket.prototype, "connect");
  });
  afterEach(() => {
    expect(connect).not.toHaveBeenCalled();
    expect(sandbox.world.calls).toEqual([]);
  });
  const production = (address: string) =>
    createPictureSource({
      hosts,
      loopback: false,
      resolve: async () => [{ address, family: address.includes(":") ? 6 : 4 }],
    });
  const fetched = async (source: ReturnType<typeof createPictureSource>, address: string) => {
    const url = source.allowed(address);
    if (!url) throw new Error(`${address} was not even allowed`);
    return source.fetchPicture(url, async () => "fetched");
  };

  test.each(hostileUrls)("no address for %s", (_, address) => {
    expect(production("93.184.216.34").allowed(address)).toBeUndefined();
  });

  test.each(privateAddresses)("no connection where a name leads to %s", async (_, address) => {
    await expect(fetched(production(address), "https://pics.example/a.jpg")).rejects.toThrow(
      PictureRefused,
    );
    await expect(fetched(production(address), "https://a.b.cdn.example/a")).rejects.toThrow(
      PictureRefused,
    );
  });

  test.each(listedUrls)("no connection to %s", async (_, address) => {
    await expect(fetched(production("93.184.216.34"), address)).rejects.toThrow(PictureRefused);
  });

  test("one private address among public ones is enough", async () => {
    const source = createPictureSource({
      hosts,
      loopback: false,
      resolve: async () => [
        { address: "93.184.216.34", family: 4 },
        { address: "10.0.0.1", family: 4 },
      ],
    });
    await expect(fetched(source, "https://pics.example/a.jpg")).rejects.toThrow(PictureRefused);
  });

  test("outside production only a host listed exactly may be on loopback, and nowhere else private", async () => {
    const source = (address: string) =>
      createPictureSource({
        hosts,
        loopback: true,
        resolve: async () => [{ address, family: 4 }],
      });
    expect(source("127.0.0.1").allowed("http://a.cdn.example/a.jpg")).toBeUndefined();
    for (const [address, leadsTo] of [
      ["https://a.cdn.example/a.jpg", "127.0.0.1"],
      ["https://pics.example/a.jpg", "10.0.0.1"],
      ["http://pics.example/a.jpg", "10.0.0.1"],
      ["http://pics.example/a.jpg", "93.184.216.34"],
      ["https://pics.example:8443/a.jpg", "93.184.216.34"],
    ] as const)
      await expect(fetched(source(leadsTo), address)).rejects.toThrow(PictureRefused);
  });
});

test("public addresses are told from the others", () => {
  for (const address of [
    "8.8.8.8",
    "93.184.216.34",
    "172.32.0.1",
    "2606:4700::1111",
    "2a00:1450::1",
  ])
    expect(isPublicAddress(address), address).toBe(true);
  for (const [, address] of privateAddresses) expect(isPublicAddress(address), address).toBe(false);
  for (const word of ["", "pics.example", "1.2.3", "0x7f000001", "010.0.0.1"])
    expect(isPublicAddress(word), word).toBe(false);
});

test("the connection goes to the address that was checked, whatever the name says next", async () => {
  const reached: string[] = [];
  const local = await listen((request, response) => {
    reached.push(request.headers.host ?? "");
    response.end(tinyGif);
  });
  const answers = ["127.0.0.1", "10.0.0.1"];
  const asked: string[] = [];
  const source = createPictureSource({
    hosts: ["rebinding.example"],
    loopback: true,
    resolve: async (name) => {
      asked.push(name);
      return [{ address: answers[asked.length - 1] ?? "10.0.0.1", family: 4 }];
    },
  });
  const host = `rebinding.example:${local.port}`;
  server.use(http.get(`http://${host}/*`, () => passthrough()));
  const url = source.allowed(`http://${host}/a.gif`);
  if (!url) throw new Error("not allowed");
  expect(await source.fetchPicture(url, async ({ type }) => type)).toBe("gif");
  await expect(source.fetchPicture(url, async ({ type }) => type)).rejects.toThrow(PictureRefused);
  expect({ reached, asked: asked.length }).toEqual({ reached: [host], asked: 2 });
  await local.close();
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
    ["a script behind a GIF's letters", () => text("GIF88a=1;alert(1)"), 404],
    ["a PDF", () => text("%PDF-1.7"), 404],
    ["a TIFF", () => text("II*\u0000........"), 404],
    ["nothing", () => image(null), 404],
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
  ])("%s is a placeholder", async (_, answer, status) => {
    const host = nextHost();
    server.use(http.get(`${host}/*`, answer));
    expect(await ask(`${host}/a.jpg`)).toMatchObject({
      status,
      type: "image/gif",
      cache: "private, max-age=60",
    });
    expect(sandbox.world.trapped).toEqual([]);
  });

  test("a host that hangs is given up after three seconds", async () => {
    const host = nextHost();
    server.use(http.get(`${host}/*`, () => new Promise<Response>(() => {})));
    const started = performance.now();
    expect(await ask(`${host}/a.jpg`)).toMatchObject({ status: 504 });
    expect(performance.now() - started).toBeLessThan(3_500);
  });

  test("a body that drips is given up after three seconds", async () => {
    const drip = () =>
      new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(tinyGif)) });
    const host = nextHost();
    server.use(http.get(`${host}/*`, () => image(drip())));
    expect(await ask(`${host}/a.jpg`)).toMatchObject({ status: 504 });
  });
});

describe("a picture that can be shown", () => {
  const draw = (format: "jpeg" | "png" | "webp" | "gif" | "avif") =>
    sharp({ create: { width: 600, height: 300, channels: 3, background: "#256bfd" } })
      .toFormat(format)
      .toBuffer();

  test.each(["jpeg", "png", "webp", "gif", "avif"] as const)(
    "%s is resized, and encoded as the browser takes it",
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

  test("is fetched once however many ask, and not at all by those who have it", async () => {
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

describe("an address that the server did not sign", () => {
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
  ])("%s: nothing is asked for", async (_, token) => {
    const connect = vi.spyOn(Socket.prototype, "connect");
    const cookie = await signedIn("rich");
    const { status } = await visit(`/picture/${encodeURIComponent(token)}`, { cookie });
    expect(status).toBe(404);
    expect(connect).not.toHaveBeenCalled();
  });

  test("serves nobody who is not signed in", async () => {
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
const tinyGif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

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

async function listen(listener: RequestListener) {
  const local = createServer(listener);
  await new Promise<void>((resolve) => local.listen(0, "127.0.0.1", resolve));
  const { port } = local.address() as AddressInfo;
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        local.close(resolve);
        local.closeAllConnections();
      }),
  };
}

describe("hosts whose pictures are never fetched are named in the log", () => {
  const names: Record<string, string> = { "pics.example": "8.8.8.8", "nas.example": "10.0.0.9" };
  const source = (listed: string[], loopback = false) =>
    createPictureSource({
      hosts: listed,
      loopback,
      async resolve(name) {
        const address = names[name];
        if (!address) throw new Error("no such name");
        return [{ address, family: 4 }];
      },
    });
  const warned = () => vi.mocked(log.warn).mock.calls as unknown[][];
  const told = () => warned().map(([entry]) => (entry as { host: string }).host);
  beforeEach(() => {
    vi.spyOn(log, "warn").mockReturnValue();
  });

  test.each([
    ["http://pics.example"],
    ["https://pics.example/photos"],
    ["pics.example:8080"],
    ["localhost"],
    ["pictures.local"],
    ["*.svc.cluster.internal"],
    ["nas.example"],
    ["192.168.1.4"],
    ["::1"],
  ])("at the start: %s", async (entry) => {
    await source([entry, "pics.example"]).warnOfUnfetched();
    expect(told()).toEqual([entry]);
  });

  test.each(["pics.example", "*.cdn.example", "8.8.8.8", "not-there-yet.example"])(
    "and %s is not",
    async (entry) => {
      await source([entry]).warnOfUnfetched();
      expect(told()).toEqual([]);
    },
  );

  test("outside production this machine's own are fetched", async () => {
    await source(["localhost", "127.0.0.1", "http://localhost"], true).warnOfUnfetched();
    expect(told()).toEqual(["http://localhost"]);
  });

  test("and, once, a host whose pictures turn out to come by plain http", () => {
    const { allowed } = source(["pics.example"]);
    for (const name of ["a", "b"])
      expect(allowed(`http://pics.example/${name}.jpg`)).toBeUndefined();
    expect(told()).toEqual(["pics.example"]);
  });
});
