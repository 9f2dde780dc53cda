import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { everyCase } from "#tests/setup/cases";
import { begin, issuer } from "#tests/setup/google";
import { sandbox, server } from "#tests/setup/outside";
import { resetApp } from "#tests/setup/reset-app";

// The app reads its environment anew, with Google in it.
beforeEach(() => {
  resetApp();
});

const issuers = ["http://evil.test", `${issuer}.evil.test`, `${issuer}/tenant`, undefined];

// docs/security.md says where every other attack on the ways in is tested.
test.each(issuers.slice(everyCase ? 0 : 1))(
  "a document of Google's that names the issuer %s sends nobody anywhere",
  async (named) => {
    server.use(
      http.get(`${issuer}/.well-known/openid-configuration`, () =>
        HttpResponse.json({
          issuer: named,
          authorization_endpoint: "http://evil.test/authorize",
          token_endpoint: "http://evil.test/token",
          jwks_uri: "http://evil.test/keys",
        }),
      ),
    );
    const { location, cookie } = await begin();
    expect(location).toMatch(/^\/sign-in\?problem=/);
    expect(cookie).toBe("");
    expect(sandbox.world.trapped).toEqual([]);
  },
);
