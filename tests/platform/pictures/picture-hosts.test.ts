import { http, passthrough } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { server } from "#tests/setup/outside";
import { listen, tinyGif } from "#tests/setup/picture-host";
import { log } from "~/platform/monitoring/log.server";
import { createPictureSource } from "~/platform/pictures/fetch.server";
import {
  createHostList,
  PictureRefused,
  type ResolvedAddress,
} from "~/platform/pictures/hosts.server";

test("the connection goes to the address that was checked, even if DNS then answers another (rebinding)", async () => {
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
  expect(await source.fetchPicture(url)).toMatchObject({ type: "gif" });
  await expect(source.fetchPicture(url)).rejects.toThrow(PictureRefused);
  expect({ reached, asked: asked.length }).toEqual({ reached: [host], asked: 2 });
  await local.close();
});

describe("where name servers are silent", () => {
  let asked: { name: string; answer: (found: ResolvedAddress[]) => void }[];
  const hosts = createHostList({
    hosts: ["*.cdn.example", "pics.example"],
    loopback: false,
    resolve: (name) => new Promise((answer) => asked.push({ name, answer })),
  });
  const check = (name: string, signal = new AbortController().signal) =>
    hosts.checkedAddresses(new URL(`https://${name}/a.jpg`), signal);
  const names = () => asked.map(({ name }) => name);
  beforeEach(() => {
    asked = [];
  });

  test("one name of a suffix is looked up at a time, and none for who has given up", async () => {
    const left = new AbortController();
    const first = [check("a.cdn.example"), check("a.cdn.example")];
    const gone = check("b.cdn.example", left.signal);
    const second = check("c.cdn.example");
    const elsewhere = check("pics.example");
    expect(names()).toEqual(["a.cdn.example", "pics.example"]);
    left.abort();
    const found = [{ address: "8.8.8.8", family: 4 }];
    asked[0]?.answer(found);
    for (const addresses of first) expect(await addresses).toEqual(found);
    await expect(gone).rejects.toThrow("pictures: timeout");
    expect(names()).toEqual(["a.cdn.example", "pics.example", "c.cdn.example"]);
    for (const { answer } of asked) answer(found);
    expect(await Promise.all([second, elsewhere])).toEqual([found, found]);
  });

  test("whoever shares a lookup shares its refusal", async () => {
    const both = ["a", "a"].map(() => check("a.cdn.example"));
    asked[0]?.answer([{ address: "10.0.0.1", family: 4 }]);
    for (const addresses of both) await expect(addresses).rejects.toThrow(PictureRefused);
    expect(names()).toEqual(["a.cdn.example"]);
  });
});

describe("hosts whose pictures are never fetched are logged", () => {
  const dns: Record<string, string> = { "pics.example": "8.8.8.8", "nas.example": "10.0.0.9" };
  const source = (listed: string[], loopback = false) =>
    createPictureSource({
      hosts: listed,
      loopback,
      async resolve(name) {
        const address = dns[name];
        if (!address) throw new Error("no such name");
        return [{ address, family: 4 }];
      },
    });
  const warned = () => vi.mocked(log.warn).mock.calls as unknown[][];
  const warnedHosts = () => warned().map(([entry]) => (entry as { host: string }).host);
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
  ])("at startup: %s", async (entry) => {
    await source([entry, "pics.example"]).warnOfUnusableHosts();
    expect(warnedHosts()).toEqual([entry]);
  });

  test.each(["pics.example", "*.cdn.example", "8.8.8.8", "not-there-yet.example"])(
    "but not %s",
    async (entry) => {
      await source([entry]).warnOfUnusableHosts();
      expect(warnedHosts()).toEqual([]);
    },
  );

  test("but not hosts on this machine outside production", async () => {
    await source(["localhost", "127.0.0.1", "http://localhost"], true).warnOfUnusableHosts();
    expect(warnedHosts()).toEqual(["http://localhost"]);
  });

  test("once, when a host turns out to serve pictures over plain http", () => {
    const { allowed } = source(["pics.example"]);
    for (const name of ["a", "b"])
      expect(allowed(`http://pics.example/${name}.jpg`)).toBeUndefined();
    expect(warnedHosts()).toEqual(["pics.example"]);
  });
});
