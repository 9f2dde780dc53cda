import { Readable } from "node:stream";
import { expect, test } from "vitest";
import {
  fillPlaceholderStream,
  fillPlaceholders,
  fillTemplate,
  placeholderFor,
  toTemplate,
} from "~/platform/pages/placeholders.server";

const values = new Map<string, string>();
const left = placeholderFor({ placeholders: values }, "countdown", 42);
const text = placeholderFor({ placeholders: values }, "countdownText", "42 seconds");
const html = `<p data-left="${left}">${text}</p>– ⏱ ~~ no placeholder ~~<i>${left}</i>é`;
const filled = '<p data-left="42">42 seconds</p>– ⏱ ~~ no placeholder ~~<i>42</i>é';

test("a text and a template of it are filled alike", () => {
  expect(fillPlaceholders(html, values)).toBe(filled);
  expect(fillTemplate(toTemplate(html), values).toString()).toBe(filled);
});

test("a template keeps no more memory than it says", () => {
  for (const { buffer, byteLength } of toTemplate(html).parts)
    expect(buffer.byteLength).toBe(byteLength);
});

test.each([1, 3, 7, 31, 1_000])("a stream in chunks of %i bytes is filled alike", async (size) => {
  const bytes = Buffer.from(html);
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
  const stream = Readable.toWeb(Readable.from(chunks)) as ReadableStream<Uint8Array>;
  const response = new Response(stream.pipeThrough(fillPlaceholderStream(values)));
  expect(await response.text()).toBe(filled);
});
