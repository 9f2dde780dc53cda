import { expect, test } from "vitest";
import {
  fillPlaceholders,
  type PlaceholderValues,
  placeholderFor,
} from "~/platform/pages/placeholders.server";

test("a countdown in Arabic comes through as it was written: a page's texts are bytes there", () => {
  const values: PlaceholderValues = new Map();
  const words = "ساعتين, 59 دقيقة, 10 ثوانٍ";
  const stand = placeholderFor({ placeholders: values }, "countdownText", words);
  const page = Buffer.from(`<p>العدّ: ${stand}</p>`).toString("latin1");
  const sent = Buffer.from(fillPlaceholders(page, values), "latin1").toString();
  expect(sent.replace(/\s+<\/p>/, "</p>")).toBe(`<p>العدّ: ${words}</p>`);
});
