import { Readable } from "node:stream";
import { expect, test } from "vitest";
import {
  fillPlaceholderStream,
  fillPlaceholders,
  fillTemplate,
  placeholderFor,
  toTemplate,
} from "~/platform/pages/placeholders.server";
import { countdownParts, updateInterval } from "~/platform/values/next-update";

const values = new Map<string, string>();
const left = placeholderFor({ placeholders: values }, "countdown", 42);
const text = placeholderFor({ placeholders: values }, "countdownText", "23 hours");
const html = `<p data-left="${left}">${text}</p>– ⏱ ~~ no placeholder ~~<i>${left}</i>é`;
const filled =
  '<p data-left="000000042">23 hours                            </p>– ⏱ ~~ no placeholder ~~<i>000000042</i>é';

test("values have one width, so that they fit into the same page", () => {
  const widths = [0, 86_399_999].map((left) => placeholderFor({}, "countdown", left).length);
  expect(widths).toEqual([9, 9]);
  expect(placeholderFor({}, "countdown", -1)).toBe("-1");
  const texts = [1_000, 86_399_000, updateInterval].map((left) => countdownParts(left).join(", "));
  const wide = texts.map((one) => placeholderFor({}, "countdownText", one).length);
  expect(new Set(wide).size).toBe(1);
});

test("a text and a template of it are filled alike", () => {
  expect(fillPlaceholders(html, values)).toBe(filled);
  const bytes = fillTemplate(toTemplate(Buffer.from(html).toString("latin1")), values);
  expect(Buffer.from(bytes, "latin1").toString()).toBe(filled);
});

test("a value is inserted as it is, also one that is a pattern for replacing", () => {
  const own = new Map<string, string>();
  const nonce = placeholderFor({ placeholders: own }, "nonce", "$&$$$`");
  expect(fillPlaceholders(`<b>${nonce}</b>`, own)).toBe("<b>$&$$$`</b>");
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
