import { decodeProtectedHeader } from "jose";
import { describe, expect, test, vi } from "vitest";
import { resetApp } from "#tests/setup/reset-app";

const [first, second] = ["a", "b"].map((letter) => `${letter}-key-of-enough-length-0123456789`);
const canary = "IGAAcanary0123456789";

/** The vault of a process that was started with these keys. */
async function vaultWith(...keys: (string | undefined)[]) {
  vi.stubEnv("TOKEN_KEYS", keys.join(","));
  resetApp();
  const { log } = await import("~/platform/monitoring/log.server");
  const said = vi.spyOn(log, "error").mockReturnValue();
  const { AccessToken } = await import("~/platform/tokens/access-token");
  const { sealToken, openToken } = await import("~/platform/tokens/token-vault.server");
  const open = async (sealed: string, uid: string) => {
    const opened = await openToken(sealed, uid);
    return opened && { token: opened.token.reveal(), isOldKey: opened.isOldKey };
  };
  return { seal: (uid: string) => sealToken(new AccessToken(canary), uid), open, said };
}

describe("a token that is kept", () => {
  test("can be read for its subscriber only", async () => {
    const { seal, open, said } = await vaultWith(first);
    const sealed = await seal("uid-rich");
    expect(await open(sealed, "uid-rich")).toEqual({ token: canary, isOldKey: false });
    expect(await open(sealed, "uid-small")).toBeUndefined();
    expect(said).toHaveBeenCalledOnce();
    expect(JSON.stringify(said.mock.calls)).not.toMatch(/canary|uid-/);
  });

  test("tells nothing: neither the token nor the subscriber, nor that two are the same", async () => {
    const { seal } = await vaultWith(first);
    const [one, other] = [await seal("uid-rich"), await seal("uid-rich")];
    expect(one).not.toBe(other);
    for (const part of one.split("."))
      expect(Buffer.from(part, "base64url").toString("latin1")).not.toMatch(
        /canary|uid-rich|a-key/,
      );
    expect(decodeProtectedHeader(one)).toEqual({
      alg: "dir",
      enc: "A256GCM",
      kid: expect.stringMatching(/^[\w-]{12}$/),
    });
  });

  test("is still read when another key comes first; where its own is gone, that is said and not taken for a wrong token", async () => {
    const sealed = await (await vaultWith(first)).seal("uid-rich");
    const later = await vaultWith(second, first);
    expect(await later.open(sealed, "uid-rich")).toEqual({ token: canary, isOldKey: true });
    const anew = await later.seal("uid-rich");
    const last = await vaultWith(second);
    expect(await last.open(anew, "uid-rich")).toEqual({ token: canary, isOldKey: false });
    await expect(last.open(sealed, "uid-rich")).rejects.toMatchObject({ name: "UnknownKey" });
    expect(last.said).toHaveBeenCalledWith({}, "the key of an access token is not in TOKEN_KEYS");
  });

  test("is refused with any part changed", async () => {
    const { seal, open } = await vaultWith(first);
    const parts = (await seal("uid-rich")).split(".");
    for (const at of [0, 2, 3, 4]) {
      const part = parts[at] ?? "";
      const changed = parts.with(at, (part.startsWith("A") ? "B" : "A") + part.slice(1));
      expect(await open(changed.join("."), "uid-rich")).toBeUndefined();
    }
  });

  test.each(["", "nothing", "a.b.c.d.e", `${"e30".padEnd(4)}....`])(
    "is refused: %j",
    async (text) => {
      const { open } = await vaultWith(first);
      expect(await open(text, "uid-rich")).toBeUndefined();
    },
  );
});
