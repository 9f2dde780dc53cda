import { expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { pageAddresses } from "#tests/setup/page-addresses";
import { signedIn } from "#tests/setup/requests";

const headers = { accept: "text/html", "accept-language": "de" };

test("with one language there is nothing of languages", async () => {
  const subscriber = await signedIn("rich");
  let pages = 0;
  for (const path of [...pageAddresses, "/nothing", "/de"])
    for (const cookie of ["", `${subscriber}; language=de`]) {
      const answer = await visit(path, { headers, cookie, redirect: "manual" });
      const body = await answer.text();
      expect(answer.headers.get("content-language"), path).toBeNull();
      expect(answer.headers.get("vary") ?? "", path).not.toContain("language");
      expect(answer.headers.get("location") ?? "", path).not.toMatch(/^\/de/);
      if (!body.startsWith("<!")) continue;
      pages += 1;
      expect(body.toLowerCase(), path).toContain('<html lang="en">');
      expect(body, path).not.toMatch(/hreflang|action="\/language"|Deutsch/);
    }
  expect(pages).toBeGreaterThan(60);
});

test("the form's address is an unknown one", async () => {
  for (const init of [{}, { method: "POST", body: new URLSearchParams({ language: "de" }) }]) {
    const [form, unknown] = await Promise.all(
      ["/language", "/no-such-address"].map(async (path) => {
        const answer = await visit(path, { ...init, headers });
        return [answer.status, await answer.text()];
      }),
    );
    expect(form).toEqual(unknown);
  }
});
