import { generateKeyPairSync } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deleteApp, getApps } from "firebase-admin/app";
import { HttpResponse, http } from "msw";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { server } from "#tests/setup/outside";
import { resetApp } from "#tests/setup/reset-app";
import { stopwatch } from "#tests/setup/stopwatch";

const keyFile = join(tmpdir(), `service-account-${crypto.randomUUID()}.json`);

// As in production: no emulator, and a service account whose tokens come from Google.
beforeAll(async () => {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  const account = {
    type: "service_account",
    project_id: "demo-profile-analyzer",
    client_email: "app@demo-profile-analyzer.iam.gserviceaccount.com",
    private_key: privateKey.export({ type: "pkcs8", format: "pem" }),
  };
  await writeFile(keyFile, JSON.stringify(account));
  vi.stubEnv("FIREBASE_AUTH_EMULATOR_HOST", undefined);
  vi.stubEnv("GOOGLE_APPLICATION_CREDENTIALS", keyFile);
});
afterAll(() => rm(keyFile));
beforeEach(async () => {
  await Promise.all(getApps().map(deleteApp));
  resetApp();
});

/** Lives for one second only, because Google's SDK reuses a longer one. */
const token = () =>
  HttpResponse.json({ access_token: "token", token_type: "Bearer", expires_in: 1 });

/** The first request for a token is the SDK's, for its lookup. `second` answers the next, for the app's own check. */
function tokens(second: () => Promise<Response> | Response) {
  let requests = 0;
  server.use(
    http.post("https://oauth2.googleapis.com/token", () => {
      requests += 1;
      return requests === 1 ? token() : second();
    }),
    http.post("https://identitytoolkit.googleapis.com/*", () =>
      HttpResponse.json({ kind: "identitytoolkit#GetAccountInfoResponse" }),
    ),
  );
}

const findAccount = async () => {
  const { accountByEmail } = await import("~/features/account/identity.server");
  return accountByEmail("nobody@example.com");
};

test("an account that does not exist is undefined", async () => {
  tokens(token);
  expect(await findAccount()).toBeUndefined();
});

test("a refused token is a failure of the identity provider", async () => {
  tokens(() => HttpResponse.json({ error: "invalid_grant" }, { status: 400 }));
  await expect(findAccount()).rejects.toMatchObject({ name: "UpstreamError", system: "identity" });
});

// Runs last, because the SDK keeps waiting for the token.
test("a token that does not come is a timeout of the identity provider", async () => {
  tokens(() => new Promise<Response>(() => {}));
  const waited = stopwatch();
  await expect(findAccount()).rejects.toMatchObject({ name: "UpstreamError", kind: "timeout" });
  expect(waited()).toBeLessThan(4_500);
});
