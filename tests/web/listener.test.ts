import { expect, test } from "vitest";
import { visit } from "#tests/setup/app";

// What Remix's own handler would not do: `visit` meets the server that the container runs.
test.each<[string, string, Parameters<typeof visit>[1], number]>([
  ["a foreign host", "/", { headers: { host: "evil.example" } }, 421],
  ["a method that no page takes", "/", { method: "PUT" }, 405],
  [
    "a form from another site",
    "/sign-in",
    {
      method: "POST",
      body: new URLSearchParams(),
      headers: { origin: "https://evil.example" },
    },
    403,
  ],
  ["a form that is too large", "/sign-in", { method: "POST", body: "x".repeat(65_537) }, 413],
])("%s is refused at the gate", async (_, path, init, status) => {
  const answer = await visit(path, init);
  expect(answer.status).toBe(status);
  expect(answer.headers.get("cache-control")).toBe("no-store");
});

test("every answer carries the security headers and an id of its own", async () => {
  const answers = await Promise.all(
    ["/", "/", "/dashboard", "/favicon.svg", "/sign-in"].map((path) => visit(path)),
  );
  for (const { headers } of answers) {
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  }
  expect(new Set(answers.map(({ headers }) => headers.get("x-request-id"))).size).toBe(5);
});

test("a public page is kept: who has it already is sent none", async () => {
  const first = await visit("/privacy", { headers: { "accept-encoding": "br" } });
  expect(first.headers.get("content-encoding")).toBe("br");
  const etag = first.headers.get("etag") ?? "";
  const again = await visit("/privacy", {
    headers: { "accept-encoding": "br", "if-none-match": etag },
  });
  expect(again.status).toBe(304);
});
