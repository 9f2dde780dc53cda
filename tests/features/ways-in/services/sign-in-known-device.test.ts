import { HttpResponse, http } from "msw";
import { describe, expect, test, vi } from "vitest";
import { ask } from "#tests/setup/ask";
import { everyCase } from "#tests/setup/cases";
import { sandbox, server } from "#tests/setup/outside";
import { post } from "#tests/setup/requests";
import { resetApp } from "#tests/setup/reset-app";
import { knownDevice } from "~/features/account/device-cookie.server";
import { limits } from "../../../setup/sign-in-limits.ts";

describe("a browser that has signed in as this e-mail before", () => {
  const rich = { email: "rich@example.com", password: "rich-pass" };
  const known = { status: 302, location: "/dashboard" };
  const locked = { status: 429, cookie: null };

  const send = (fields: Record<string, string>, client: string, cookie = "") =>
    ask("/sign-in", { fields, client, cookie });
  const deviceOf = ({ cookie }: { cookie: string | null }) =>
    /(?:^|, )(device=[^;]+)/.exec(cookie ?? "")?.[1] ?? "";
  const becomeKnown = async (fields = rich, before = "") =>
    deviceOf(await send(fields, "198.51.100.1", before));

  /** Ten IP addresses use up the attempts of unknown browsers at this e-mail. */
  async function lockOut(email: string) {
    for (let times = 0; times < 100; times += 1)
      await limits.beginPasswordTry(email, `192.0.2.${Math.floor(times / 10)}`);
  }

  /** A wrong password from a known browser. `counted`: only counted, as a sign-in counts it, unless every case is tried. */
  async function wrongTry(device: string, counted: boolean, client = "192.0.2.1"): Promise<number> {
    if (everyCase || !counted)
      return (await send({ ...rich, password: "wrong-pass" }, client, device)).status;
    const request = new Request("http://localhost:3000/", { headers: { cookie: device } });
    const id = await knownDevice(request, rich.email);
    expect(id).toBeDefined();
    return (await limits.beginPasswordTry(rich.email, client, id)).allowed ? 401 : 429;
  }

  test("signs in with the right password, however many unknown browsers guess", async () => {
    const device = await becomeKnown();
    await lockOut(rich.email);
    expect(await send(rich, "203.0.113.9")).toMatchObject(locked);
    expect(await send(rich, "203.0.113.9", device)).toMatchObject(known);
  });

  test("signs in even from the IP address of the guesses", async () => {
    const device = await becomeKnown();
    for (let times = 0; times < 20; times += 1)
      await limits.beginPasswordTry(`${times % 9}@example.com`, "192.0.2.1");
    expect(await send(rich, "192.0.2.1")).toMatchObject(locked);
    expect(await send(rich, "192.0.2.1", device)).toMatchObject(known);
  });

  test("has ten attempts from all addresses together, counted apart from unknown browsers", async () => {
    const device = await becomeKnown();
    for (let times = 0; times < 10; times += 1)
      expect(await wrongTry(device, times > 2, `192.0.2.${times}`)).toBe(401);
    expect(await send(rich, "192.0.2.77", device)).toMatchObject(locked);
    expect(await send(rich, "192.0.2.77")).toMatchObject(known);
  });

  test("has its count reset by a right password", async () => {
    const device = await becomeKnown();
    for (let round = 0; round < 2; round += 1) {
      for (let times = 0; times < 9; times += 1) await wrongTry(device, times > 0);
      expect(await send(rich, "192.0.2.1", device)).toMatchObject(known);
    }
  });

  test("shares 50 wrong passwords an hour with all browsers known for this e-mail", async () => {
    const devices = await Promise.all(Array.from({ length: 6 }, () => becomeKnown()));
    const statuses: number[] = [];
    for (const device of devices)
      for (let times = 0; times < 9; times += 1)
        statuses.push(await wrongTry(device, statuses.length < 48));
    expect(statuses).toEqual([...Array(50).fill(401), ...Array(4).fill(429)]);
    expect(await send(rich, "203.0.113.9", devices[0])).toMatchObject(locked);
    expect(await send(rich, "203.0.113.9")).toMatchObject(known);
  });

  test("is unknown after a password reset until it signs in with the new password", async () => {
    const device = await becomeKnown();
    const account = sandbox.world.accounts.get("uid-rich");
    if (!account) throw new Error("no account uid-rich");
    account.password = "brand-new";
    account.validSince = Math.floor(Date.now() / 1_000);
    const renewed = await becomeKnown({ ...rich, password: "brand-new" }, device);
    await lockOut(rich.email);
    const again = { ...rich, password: "brand-new" };
    expect(await send(again, "203.0.113.9", device)).toMatchObject(locked);
    expect(await send(again, "203.0.113.9", renewed)).toMatchObject(known);
  });

  test("is unknown while the identity provider cannot say whether the password was reset", async () => {
    const device = await becomeKnown();
    await lockOut(rich.email);
    server.use(http.post(/accounts:lookup/, () => HttpResponse.error()));
    expect(await send(rich, "203.0.113.9", device)).toMatchObject(locked);
  });

  test("is known for each person who shares it", async () => {
    const small = { email: "small@example.com", password: "small-pass" };
    const device = await becomeKnown(small, await becomeKnown());
    await lockOut(rich.email);
    await lockOut(small.email);
    expect(await send(rich, "203.0.113.9", device)).toMatchObject(known);
    expect(await send(small, "203.0.113.9", device)).toMatchObject(known);
  });

  test("has a cookie without personal data that scripts cannot read", async () => {
    const { cookie } = await send(rich, "198.51.100.1");
    expect(cookie).toMatch(/, device=[^;,]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/);
    const value = Buffer.from(decodeURIComponent(cookie?.split("device=")[1] ?? ""), "base64");
    expect(value.toString()).not.toMatch(/rich|example/);
  });

  describe("an invalid cookie gains nothing:", () => {
    const edit = (device: string, change: (entry: string[]) => string[]) => {
      const text = (value: string) => Buffer.from(value, "base64").toString();
      const entry = String(JSON.parse(text(decodeURIComponent(device.slice(7)))));
      const changed = JSON.stringify(change(entry.split(".")).join("."));
      return `device=${encodeURIComponent(Buffer.from(changed).toString("base64"))}`;
    };
    test.each<[string, (device: string) => Promise<string> | string]>([
      [
        "for another e-mail",
        () => becomeKnown({ email: "small@example.com", password: "small-pass" }),
      ],
      [
        "with another signature",
        (one) => edit(one, ([at = "", since = "", id = ""]) => [at, since, id, "A".repeat(43)]),
      ],
      [
        "with another id",
        (one) =>
          edit(one, ([at = "", since = "", , sign = ""]) => [at, since, "A".repeat(22), sign]),
      ],
      ["issued later", (one) => edit(one, ([at, ...rest]) => [String(Number(at) + 1), ...rest])],
      [
        "with a later password time",
        (one) => edit(one, ([at = "", , ...rest]) => [at, "9999999999999", ...rest]),
      ],
      ["malformed", () => "device=%00~~.."],
    ])("%s", async (_, make) => {
      const device = await make(await becomeKnown());
      await lockOut(rich.email);
      expect(await send(rich, "203.0.113.9", device)).toMatchObject(locked);
    });

    test("too old", async () => {
      const now = Date.now();
      vi.setSystemTime(now - 181 * 86_400_000);
      const device = await becomeKnown();
      vi.setSystemTime(now);
      await lockOut(rich.email);
      expect(await send(rich, "203.0.113.9", device)).toMatchObject(locked);
    });

    test("a valid one does not sign anybody in", async () => {
      const device = await becomeKnown();
      const { currentSubscriber } = await import("~/features/account/guards.server");
      const { request } = post("/dashboard", {}, { cookie: device });
      expect(await currentSubscriber(request)).toBeUndefined();
    });
  });

  // The last one: it begins in a new process.
  test("has the __Host- prefix on its cookie if the origin is https", async () => {
    vi.stubEnv("APP_ORIGIN", "https://app.example.com");
    resetApp();
    const { signInHeaders } = await import("~/features/account/sign-in-headers.server");
    const { request } = post("/sign-in", {});
    const headers = await signInHeaders(request, {
      uid: "uid-rich",
      email: rich.email,
      validSince: 0,
    });
    expect(headers.getSetCookie()[1]).toMatch(
      /^__Host-device=[^;]+; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    vi.stubEnv("APP_ORIGIN", "http://localhost:3000");
  });
});
