import { createRequestHandler } from "@remix-run/node";
import { decode } from "turbo-stream";
import { describe, expect, test } from "vitest";
import { buildOf } from "#tests/setup/test-build";
import * as appEntry from "~/entry.server";
import { fillPlaceholders, placeholderFor } from "~/platform/pages/placeholders.server";
import { handle, newContext, origin, Page, root } from "./handle";

describe("single fetch", () => {
  test("is the page's address with .data, and /_root.data for /", async () => {
    const rootLoader = {
      ...root,
      index: true as const,
      module: { default: Page, loader: () => "top" },
    };
    const handler = createRequestHandler(
      buildOf([rootLoader, { id: "page", path: "page", module: { default: Page } }]),
      "production",
    );
    const response = await handler(new Request(`${origin}/_root.data`), newContext());
    expect(response.headers.get("content-type")).toBe("text/x-script");
    expect(await decoded(await response.text())).toEqual({ root: { data: "top" } });
    const below = await handle({ loader: () => "data" }, "/page.data");
    expect(await decoded(await below.text())).toMatchObject({ page: { data: "data" } });
  });

  test("writes strings verbatim, so that placeholders can be filled in the encoded text", async () => {
    const values = new Map<string, string>();
    const text = placeholderFor({ placeholders: values }, "formToken", "42 seconds");
    const response = await handle({ loader: () => ({ text }) }, "/page.data");
    const filled = fillPlaceholders(await response.text(), values);
    expect(await decoded(filled)).toMatchObject({ page: { data: { text: "42 seconds" } } });
  });

  // Remix's default is 4,950 ms, at which this test would time out.
  test("rejects what is pending after entry.server's streamTimeout", {
    timeout: 3_000,
  }, async () => {
    const loader = () => ({ slow: new Promise(() => {}) });
    const entry = { ...appEntry, streamTimeout: 20 };
    const response = await handle({ loader }, "/page.data", { entry });
    expect(await response.text()).toContain("SanitizedError");
  });
});

async function decoded(text: string): Promise<unknown> {
  const { value, done } = await decode(new Blob([text]).stream());
  await done;
  return value;
}
