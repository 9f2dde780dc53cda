import { afterEach, expect, test, vi } from "vitest";
import { offerPasskey } from "../../../../app/features/home/browser/passkey-offer.ts";
import { followMailedLink } from "../../../../app/features/ways-in/browser/mailed-link.ts";
import { hasPasskeys } from "../../../../app/features/ways-in/browser/passkeys/credentials.ts";

const origin = "https://app.example.com";
const getAttribute = () => origin;

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["has all that is used with them", true],
  ["knows no time limits", false],
])("a browser that knows passkeys and %s: whether they are offered is %s", async (_, isOffered) => {
  const isUserVerifyingPlatformAuthenticatorAvailable = async () => true;
  const passkeys = Object.assign(() => {}, { isUserVerifyingPlatformAuthenticatorAvailable });
  const offer = { getAttribute, hidden: true };
  vi.stubGlobal("location", { origin });
  vi.stubGlobal("PublicKeyCredential", passkeys);
  if (!isOffered) vi.stubGlobal("AbortSignal", {});
  vi.stubGlobal("fetch", async () => Response.json({ offer: true }));
  vi.stubGlobal("document", { querySelector: () => offer });
  expect(hasPasskeys(offer as unknown as Element)).toBe(isOffered);
  await offerPasskey();
  expect(offer.hidden).toBe(!isOffered);
});

test("a mailed link's page presses its button by itself, also where a form cannot be sent by a script", () => {
  const click = vi.fn();
  const page = {
    querySelector: (selector: string) =>
      selector === "[data-by-itself] button" ? { click } : null,
  };
  vi.stubGlobal("location", { search: "" });
  vi.stubGlobal("document", {
    querySelector: () => page,
    visibilityState: "visible",
    addEventListener: () => {},
    removeEventListener: () => {},
  });
  followMailedLink();
  expect(click).toHaveBeenCalledOnce();
});
