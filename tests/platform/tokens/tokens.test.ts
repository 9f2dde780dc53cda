import { createCipheriv, createHmac, hkdfSync } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { few } from "#tests/setup/cases";
import { sandbox } from "#tests/setup/outside";
import { resetApp } from "#tests/setup/reset-app";
import {
  type SealedPurpose,
  type SignedPurpose,
  sealedAs,
  sealedPurposes,
  signedAs,
  signedPurposes,
} from "~/platform/tokens/purposes";

const [first, second] = ["a", "b"].map((letter) => `${letter}-secret-of-enough-length-0123456789`);
const sealedNames = Object.keys(sealedPurposes) as SealedPurpose[];
const signedNames = Object.keys(signedPurposes) as SignedPurpose[];

/** The module as loaded by a process with these secrets. */
async function withSecrets(...secrets: (string | undefined)[]) {
  vi.stubEnv("SESSION_SECRETS", secrets.join(","));
  vi.stubEnv("TOKEN_KEYS", secrets.join(","));
  resetApp();
  return import("~/platform/tokens/tokens.server");
}

beforeEach(() => {
  vi.useRealTimers();
  sandbox.faults.clear();
});

const later = (milliseconds: number) =>
  vi.useFakeTimers({ now: Date.now() + milliseconds, toFake: ["Date"] });
/** Another character in the middle of each part. */
const altered = (token: string) =>
  token.split(".").flatMap((part, at, parts) => {
    if (part === "") return [];
    const middle = Math.floor(part.length / 2);
    const other = part[middle] === "A" ? "B" : "A";
    return [parts.with(at, part.slice(0, middle) + other + part.slice(middle + 1)).join(".")];
  });
const derived = (secret: string | undefined, purpose: string) =>
  Buffer.from(hkdfSync("sha256", secret ?? "", "", purpose, 32));

describe.each(sealedNames)("what is sealed: %s", (purpose) => {
  const claims = z.object({ sub: z.string(), text: z.string() });
  const said = { sub: "somebody", text: "canary" };
  const { lifetime, form, keys } = sealedAs(purpose);

  test("says what was sealed, for its lifetime", async () => {
    const { seal, unseal } = await withSecrets(first);
    const now = Date.now();
    const token = await seal(purpose, said);
    const opened = await unseal(purpose, token, claims, "somebody");
    expect(opened).toMatchObject({ claims: said, hasOldKey: false });
    if (!("claims" in opened)) throw new Error("unreadable");
    if (lifetime === null) {
      expect(opened.expiresAt).toBe(Infinity);
      later(10 * 365 * 86_400_000);
      expect(await unseal(purpose, token, claims)).toMatchObject({ claims: said });
    } else {
      expect(Math.abs(opened.expiresAt - now - lifetime)).toBeLessThanOrEqual(1_000);
      later(lifetime - 2_000);
      expect(await unseal(purpose, token, claims)).toMatchObject({ claims: said });
      later(3_000);
      expect(await unseal(purpose, token, claims)).toMatchObject({ unreadable: "expired" });
    }
  });

  test("is refused: altered, another's, another purpose's, without what it must say", async () => {
    const { seal, unseal, UnknownKey } = await withSecrets(first);
    const token = await seal(purpose, said);
    const read = async (text: string, subject?: string) =>
      unseal(purpose, text, claims, subject).catch((error: unknown) => {
        expect(error).toBeInstanceOf(UnknownKey);
        return { unreadable: "invalid" };
      });
    for (const text of [
      ...altered(token),
      "",
      "x",
      "a.b.c",
      "a.b.c.d.e",
      token.slice(1),
      `${token}.`,
    ])
      expect(await read(text)).toMatchObject({ unreadable: "invalid" });
    expect(await read(token, "somebody-else")).toMatchObject({ unreadable: "invalid" });
    for (const other of sealedNames.filter((name) => name !== purpose))
      expect(await read(await seal(other, said))).toMatchObject({ unreadable: "invalid" });
    expect(await read(await seal(purpose, { sub: "somebody" }))).toMatchObject({
      unreadable: "invalid",
    });
  });

  test("is read while its secret is there, and not any more when that is retired", async () => {
    const token = await (await withSecrets(first)).seal(purpose, said);
    const rotated = await withSecrets(second, first);
    expect(await rotated.unseal(purpose, token, claims)).toMatchObject({
      claims: said,
      hasOldKey: keys !== "kept",
    });
    const retired = (await withSecrets(second)).unseal(purpose, token, claims);
    if (keys === "kept") expect(await retired).toMatchObject({ claims: said });
    else if (keys === "TOKEN_KEYS")
      await expect(retired).rejects.toMatchObject({ name: "UnknownKey" });
    else expect(await retired).toMatchObject({ unreadable: "invalid" });
  });

  test.runIf(form === "encrypted")("tells nothing, nor that two are the same", async () => {
    const { seal } = await withSecrets(first);
    const [one, other] = [await seal(purpose, said), await seal(purpose, said)];
    expect(one).not.toBe(other);
    for (const part of one.split("."))
      expect(Buffer.from(part, "base64url").toString("latin1")).not.toMatch(/canary|somebody/);
  });

  test("cannot be had by claims of its maker: the end and the audience are the purpose's", async () => {
    const { seal, unseal } = await withSecrets(first);
    if (lifetime === null) return;
    const token = await seal(purpose, { ...said, exp: 9_999_999_999, aud: "other" });
    later(lifetime + 1_000);
    expect(await unseal(purpose, token, claims)).toMatchObject({ unreadable: "expired" });
  });
});

describe.each<SealedPurpose>(["google sign-in cookie", "credentials cookie"])(
  "the older form of the %s",
  (purpose) => {
    const claims = z.object({ text: z.string() });
    const older = (content: object, secret = first) => {
      const iv = Buffer.alloc(12, 7);
      const cipher = createCipheriv("aes-256-gcm", derived(secret, purpose), iv);
      const text = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), text]).toString("base64url");
    };

    test("is read until it ends", async () => {
      const { unseal } = await withSecrets(second, first);
      const token = older({ text: "canary", until: Date.now() + 60_000 });
      expect(await unseal(purpose, token, claims)).toMatchObject({ claims: { text: "canary" } });
      later(60_000);
      expect(await unseal(purpose, token, claims)).toMatchObject({ unreadable: "expired" });
    });

    test("is refused: altered, endless, of another purpose, of a retired secret, cut", async () => {
      const { unseal } = await withSecrets(first);
      const content = { text: "canary", until: Date.now() + 60_000 };
      const token = older(content);
      const other =
        purpose === "credentials cookie" ? "google sign-in cookie" : "credentials cookie";
      for (const text of [...altered(token), older(content, second), token.slice(0, 37), ""])
        expect(await unseal(purpose, text, claims)).toMatchObject({ unreadable: "invalid" });
      expect(await unseal(other, token, claims)).toMatchObject({ unreadable: "invalid" });
      expect(await unseal(purpose, older({ text: "canary" }), claims)).toHaveProperty("unreadable");
    });

    test("is read for no other purpose", async () => {
      const { unseal } = await withSecrets(first);
      const iv = Buffer.alloc(12, 7);
      const cipher = createCipheriv("aes-256-gcm", derived(first, "sign-in link"), iv);
      const text = Buffer.concat([
        cipher.update(JSON.stringify({ text: "canary", until: Date.now() + 60_000 })),
        cipher.final(),
      ]);
      const token = Buffer.concat([iv, cipher.getAuthTag(), text]).toString("base64url");
      expect(await unseal("sign-in link", token, claims)).toMatchObject({ unreadable: "invalid" });
    });
  },
);

describe.each(signedNames)("what is signed: %s", (purpose) => {
  const { lifetime, random, hasContent, digest, olderFormGoes } = signedAs(purpose);
  const holder = purpose === "picture address" ? [] : ["somebody", "here"];
  const content = hasContent ? "1700000000000" : "";

  test("holds for its holder, for its lifetime", async () => {
    const { sign, verify } = await withSecrets(first);
    const token = sign(purpose, holder, content);
    expect(verify(purpose, token, holder)).toMatchObject({ verdict: "valid", content });
    if (lifetime === null) return;
    later(lifetime - 1_000);
    expect(verify(purpose, token, holder)).toMatchObject({ verdict: "valid" });
    later(1_000);
    expect(verify(purpose, token, holder)).toEqual({ verdict: "expired" });
  });

  test("is refused: altered, another holder's, another purpose's", async () => {
    const { sign, verify } = await withSecrets(first);
    const token = sign(purpose, holder, content);
    const wrong = [...altered(token), "", ".", "x", token.slice(0, -1), `${token}.`, `.${token}`];
    for (const text of [...wrong, `x.${token}`, `${token}=`, token.replace(".", "..")])
      expect(verify(purpose, text, holder)).toEqual({ verdict: "foreign" });
    const others = [
      ["somebody", "there"],
      ["somebody"],
      ["somebody.here"],
      ["somebody", "here", ""],
    ];
    for (const other of others)
      expect(verify(purpose, token, other)).toEqual({ verdict: "foreign" });
    for (const other of signedNames.filter((name) => name !== purpose)) {
      expect(verify(other, token, holder)).toEqual({ verdict: "foreign" });
      const ofOther = sign(other, holder, signedAs(other).hasContent ? "1" : "");
      expect(verify(purpose, ofOther, holder)).toEqual({ verdict: "foreign" });
    }
  });

  test("is read while its secret is there, and not any more when that is retired", async () => {
    const token = (await withSecrets(first)).sign(purpose, holder, content);
    const rotated = await withSecrets(second, first);
    expect(rotated.verify(purpose, token, holder)).toMatchObject({ verdict: "valid" });
    const retired = await withSecrets(second);
    expect(retired.verify(purpose, token, holder)).toEqual({ verdict: "foreign" });
  });

  test("is short, and another one each time where it is random", async () => {
    const { sign } = await withSecrets(first);
    const [one, other] = [sign(purpose, holder, content), sign(purpose, holder, content)];
    expect(one !== other).toBe(random > 0);
    const parts = [
      lifetime === null ? 0 : 14,
      content && content.length + 1,
      random && 2 * random + 1,
    ];
    const length = parts.reduce<number>((sum, part) => sum + Number(part), 0);
    expect(one).toHaveLength(length + (digest === 32 ? 43 : 22));
  });

  describe.runIf(olderFormGoes !== undefined)("in its older form", () => {
    const older = (claims: string, email: string, secret = first) => {
      const mac = createHmac("sha256", derived(secret, purpose)).update(`${claims}.${email}`);
      return `${claims}.${mac.digest("base64url")}`;
    };
    const claimed = () =>
      [lifetime === null ? [] : [Date.now()], hasContent ? [content] : [], ["iD-_0"]]
        .flat()
        .join(".");

    test("holds, for its holder and its lifetime, while its secret is there", async () => {
      const token = older(claimed(), "a.b@example.com");
      const { verify } = await withSecrets(second, first);
      const holds = { verdict: "valid", id: "iD-_0", content };
      expect(verify(purpose, token, ["a.b@example.com"])).toMatchObject(holds);
      expect(verify(purpose, token, ["c@example.com"])).toEqual({ verdict: "foreign" });
      const retired = await withSecrets(second);
      expect(retired.verify(purpose, token, ["a.b@example.com"])).toEqual({ verdict: "foreign" });
    });

    test("a part of the holder cannot be passed off as a claim, nor a claim as a part of the holder", async () => {
      const { verify } = await withSecrets(first);
      const [claims = "", mac = ""] = older(claimed(), "a.b@example.com").split(/\.(?=[^.]*$)/);
      expect(verify(purpose, `${claims}.a.${mac}`, ["b@example.com"])).toEqual({
        verdict: "foreign",
      });
      const kept = claims.split(".");
      const moved = `${kept.pop()}.a.b@example.com`;
      expect(verify(purpose, [...kept, mac].join("."), [moved])).toEqual({ verdict: "foreign" });
    });
  });
});

describe("a token of one use", () => {
  const use = () => ({ id: crypto.randomUUID(), expiresAt: Date.now() + 60_000 });
  const always = ["sign-in link", "instagram state", "passkey challenge"] as const;
  const bestEffort = ["activation link", "google sign-in cookie"] as const;

  test.each([...always, ...bestEffort])("%s: once, in whichever process", async (purpose) => {
    const token = use();
    const { useOnce } = await withSecrets(first);
    expect(await useOnce(purpose, token)).toBeUndefined();
    expect(await useOnce(purpose, token)).toEqual(expect.any(Number));
    const another = await withSecrets(first);
    expect(await another.useOnce(purpose, token)).toEqual(expect.any(Number));
    await another.takeUseBack(purpose, token.id);
    expect(await another.useOnce(purpose, token)).toBeUndefined();
  });

  test.each([...always, ...bestEffort])("%s: of two at once, one", async (purpose) => {
    const token = use();
    const { useOnce } = await withSecrets(first);
    const both = await Promise.all([useOnce(purpose, token), useOnce(purpose, token)]);
    expect(both.filter((usedAt) => usedAt === undefined)).toHaveLength(1);
  });

  test.each([...always, ...bestEffort])("%s: a lost answer is no second use", async (purpose) => {
    const { useOnce } = await withSecrets(first);
    const { firestore } = await import("~/platform/store/firebase.server");
    const reference = Object.getPrototypeOf((await firestore()).collection("usedStates").doc("a"));
    const create: typeof reference.create = reference.create;
    // As Firestore's library does it: the mark is made, its answer is lost, and it is sent again.
    vi.spyOn(reference, "create").mockImplementation(async function (this: unknown, mark) {
      await create.call(this, mark);
      return create.call(this, mark);
    });
    const token = use();
    expect(await useOnce(purpose, token)).toBeUndefined();
    expect(await useOnce(purpose, token)).toEqual(expect.any(Number));
  });

  test.each(few(bestEffort, 1))(
    "%s: taken back before its mark is there, it is unused",
    async (purpose) => {
      const { useOnce, takeUseBack } = await withSecrets(first);
      const { firestore } = await import("~/platform/store/firebase.server");
      const reference = Object.getPrototypeOf(
        (await firestore()).collection("usedStates").doc("a"),
      );
      const create: typeof reference.create = reference.create;
      vi.spyOn(reference, "create").mockImplementationOnce(async function (this: unknown, mark) {
        // Longer than is waited for it.
        await pause(2_200);
        return create.call(this, mark);
      });
      const token = use();
      expect(await useOnce(purpose, token)).toBeUndefined();
      await takeUseBack(purpose, token.id);
      // At once, as somebody who presses again does.
      expect(await useOnce(purpose, token)).toBeUndefined();
    },
  );

  test.each(few(always, 1))("%s: not accepted while Firestore does not answer", async (purpose) => {
    const { useOnce } = await withSecrets(first);
    sandbox.faults.set("firestore", { kind: "reset" });
    await expect(useOnce(purpose, use())).rejects.toMatchObject({ name: "UpstreamError" });
  });

  test.each(few(bestEffort, 1))("%s: then once in each process", async (purpose) => {
    const { useOnce } = await withSecrets(first);
    const token = use();
    sandbox.faults.set("firestore", { kind: "reset" });
    expect(await useOnce(purpose, token)).toBeUndefined();
    expect(await useOnce(purpose, token)).toEqual(expect.any(Number));
  });
});

test("every purpose stands in docs/security.md", () => {
  const text = readFileSync("docs/security.md", "utf8");
  for (const purpose of [...sealedNames, ...signedNames]) {
    const row = { ...sealedPurposes, ...signedPurposes }[purpose];
    expect(text).toContain(`| ${purpose} |`);
    expect(text.split("\n").find((line) => line.startsWith(`| ${purpose} |`))).toContain(
      row.boundTo,
    );
  }
});

test("the documents name each key of the app's own: whoever restores or erases needs to know them", () => {
  const kept = Object.entries(sealedPurposes).filter(([, { keys }]) => keys === "kept");
  const names = kept.map(([purpose]) => purpose.replaceAll(" ", "-"));
  expect(names).toEqual(["not-me-link", "stop-letter"]);
  const row = readFileSync("docs/data.md", "utf8")
    .split("\n")
    .find((line) => line.startsWith("| `keys` |"));
  for (const name of names) {
    expect(row).toContain(`\`${name}\``);
    for (const page of ["operations", "security"])
      expect(readFileSync(`docs/${page}.md`, "utf8")).toContain(`\`keys/${name}\``);
  }
});

test("no cipher, JWT or comparison in constant time stands anywhere else", () => {
  const words =
    /createHmac|timingSafeEqual|create(C|Dec)ipheriv|hkdfSync|SignJWT|EncryptJWT|jwtVerify|[dD]ecrypt\(|sign\("HMAC/;
  const files = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => words.test(readFileSync(join("app", file), "utf8")));
  expect(files.sort()).toEqual([
    // docs/interfaces/subscriptions.yaml: the subscription service's own token.
    "features/account/subscriptions.server.ts",
    "platform/tokens/tokens.server.ts",
    "platform/values/keyed-digest.ts",
  ]);
});
