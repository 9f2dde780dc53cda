import { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { sandbox } from "#tests/setup/outside";
import { createPictureSource } from "~/platform/pictures/fetch.server";
import { PictureRefused } from "~/platform/pictures/hosts.server";
import { isPublicAddress } from "~/platform/values/public-address";

const hosts = ["pics.example", "*.cdn.example", "127.0.0.1", "10.0.0.5", "::1", "8.8.8.8"];

/** Addresses that an attacker can make a resolver answer. */
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
  ["IPv4-mapped loopback", "::ffff:127.0.0.1"],
  ["IPv4-mapped private, in hexadecimal", "::ffff:a00:1"],
  ["IPv4-mapped public", "::ffff:8.8.8.8"],
  ["IPv4-compatible loopback", "::127.0.0.1"],
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
  ["a user name before @", "https://pics.example@evil.example/a.jpg"],
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

/** These hosts are in the list by mistake: the address range is checked all the same. */
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
    if (!url) throw new Error(`${address} is not allowed`);
    await source.fetchPicture(url);
    return "fetched";
  };

  test.each(hostileUrls)("not allowed: %s", (_, address) => {
    expect(production("93.184.216.34").allowed(address)).toBeUndefined();
  });

  test.each(privateAddresses)("no connection if a name resolves to %s", async (_, address) => {
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

  test("one private address among public ones is enough to refuse", async () => {
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

  test("outside production only a host listed exactly may be on loopback, none on other private addresses", async () => {
    const source = (address: string) =>
      createPictureSource({
        hosts,
        loopback: true,
        resolve: async () => [{ address, family: 4 }],
      });
    expect(source("127.0.0.1").allowed("http://a.cdn.example/a.jpg")).toBeUndefined();
    for (const [address, resolved] of [
      ["https://a.cdn.example/a.jpg", "127.0.0.1"],
      ["https://pics.example/a.jpg", "10.0.0.1"],
      ["http://pics.example/a.jpg", "10.0.0.1"],
      ["http://pics.example/a.jpg", "93.184.216.34"],
      ["https://pics.example:8443/a.jpg", "93.184.216.34"],
    ] as const)
      await expect(fetched(source(resolved), address)).rejects.toThrow(PictureRefused);
  });
});

test("public addresses are distinguished from all others", () => {
  for (const address of [
    "8.8.8.8",
    "93.184.216.34",
    "172.32.0.1",
    "2606:4700::1111",
    "2a00:1450::1",
  ])
    expect(isPublicAddress(address), address).toBe(true);
  for (const [, address] of privateAddresses) expect(isPublicAddress(address), address).toBe(false);
  for (const text of ["", "pics.example", "1.2.3", "0x7f000001", "010.0.0.1"])
    expect(isPublicAddress(text), text).toBe(false);
});
