import { expect, test } from "vitest";
import { dressStream } from "~/platform/languages/dress.server";

const page =
  '<!DOCTYPE html><html lang="en"><head><title>T</title></head><body><main><input type="email" name="email"/>' +
  "<footer>Foot</footer></main><script>if (a<b) put()</script></body></html><!--$?-->" +
  '<!--/$--><div hidden><input type="text" name="late"/></div><script>put()</script>';
const view = {
  language: "en",
  address: "/dashboard/password-safety",
  isPublic: false,
} as const;

/** The page as it arrives when its chunks end at these places, read where no request is answered. */
async function dressed(...ends: number[]): Promise<string> {
  const bytes = new TextEncoder().encode(page);
  const source = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const [nth, end] of [...ends, bytes.length].entries())
        controller.enqueue(bytes.slice(ends[nth - 1] ?? 0, end));
      controller.close();
    },
  });
  return new Response(source.pipeThrough(dressStream(view))).text();
}

test("wherever a stream is cut, the page has its languages once, and its fields their direction", async () => {
  const whole = await dressed();
  expect(whole.match(/<nav /g)).toHaveLength(1);
  expect(whole).toContain('<html lang="en" dir="ltr">');
  expect(whole).toContain('<input type="email" name="email" dir="ltr"/>');
  expect(whole).toContain("</nav></footer></body></html><!--$?--><!--/$--><div hidden>");
  expect(whole).toContain('<input type="text" name="late" dir="auto"/>');
  for (let end = 1; end < page.length; end += 1) {
    expect(await dressed(end)).toBe(whole);
    expect(await dressed(end, Math.min(end + 7, page.length))).toBe(whole);
  }
});
