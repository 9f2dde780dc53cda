import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { signedRequest } from "#sandbox/instagram/signed-request.ts";
import { readSignedRequest } from "~/features/connection/rules/signed-request";

const now = Date.UTC(2026, 5, 1);

describe("a signed request", () => {
  const secret = "app-secret";
  const about = { userId: "17841400000000001", issuedAt: now };
  const good = signedRequest(secret, about);

  test("is read, with the id as text in both forms", () => {
    expect(readSignedRequest(good, secret)).toEqual(about);
    expect(readSignedRequest(signedRequest(secret, { ...about, numeric: true }), secret)).toEqual(
      about,
    );
  });

  test("is read with padding, as some encoders write it", () => {
    const [, payload = ""] = good.split(".");
    const padded = payload.padEnd(Math.ceil(payload.length / 4) * 4, "=");
    const signature = createHmac("sha256", secret).update(padded).digest("base64url");
    expect(readSignedRequest(`${signature}=.${padded}`, secret)).toEqual(about);
  });

  const signed = (payload: string) =>
    `${createHmac("sha256", secret).update(payload).digest("base64url")}.${payload}`;
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const payload = { algorithm: "HMAC-SHA256", user_id: "1", issued_at: 1 };
  test.each([
    ["another secret", signedRequest("other", about)],
    ["another algorithm", signedRequest(secret, { ...about, algorithm: "none" })],
    ["no signature", `.${good.split(".")[1]}`],
    ["no payload", `${good.split(".")[0]}.`],
    ["three parts", `${good}.x`],
    [
      "another payload",
      `${good.split(".")[0]}.${signedRequest(secret, { ...about, userId: "2" }).split(".")[1]}`,
    ],
    ["a signature cut short", good.slice(1)],
    ["nothing", ""],
    ["no JSON", signed("e30x")],
    ["no id", signed(encoded({ ...payload, user_id: undefined }))],
    ["an id that is a path", signed(encoded({ ...payload, user_id: "../x" }))],
    ["no time", signed(encoded({ ...payload, issued_at: undefined }))],
  ])("is refused: %s", (_, text) => {
    expect(readSignedRequest(text, secret)).toBeUndefined();
  });

  test("is refused with any character changed", () => {
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.constantFrom(..."Aa0_-.="), (at, character) => {
        fc.pre(good[at] !== character);
        const changed = good.slice(0, at) + character + good.slice(at + 1);
        // The signature's last character carries two bits that mean nothing.
        fc.pre(at !== good.indexOf(".") - 1);
        expect(readSignedRequest(changed, secret)).toBeUndefined();
      }),
    );
  });
});
