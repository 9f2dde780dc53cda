import { createHash } from "node:crypto";
import { HttpResponse, http, type RequestHandler } from "msw";
import { defineSystem, type SystemContext } from "./system.ts";

/** Leaked passwords, and how often each was seen. */
const leakedPasswords: Record<string, number> = {
  password: 10_434_004,
  "123456": 42_542_807,
  qwerty: 10_584_568,
  iloveyou: 2_785_303,
  letmein: 481_231,
  "rich-pass": 3,
};

/**
 * The k-anonymity range service of `PWNED_RANGE_URL`: `GET /range/{first 5 of SHA-1}` answers
 * `suffix:count` lines. Like the real service, it pads each response with lines of no real password.
 */
export function pwnedSystem(context: SystemContext, baseUrl: string): RequestHandler[] {
  const leaked = Object.entries(leakedPasswords).map(([password, count]) => ({
    hash: sha1(password),
    count,
  }));
  return defineSystem("pwned", baseUrl, context, [
    http.options(
      `${baseUrl}/range/:prefix`,
      () => new HttpResponse(null, { status: 204, headers: readableByPages }),
    ),
    http.get<{ prefix: string }>(`${baseUrl}/range/:prefix`, ({ params }) => {
      const prefix = params.prefix.toUpperCase();
      if (!/^[0-9A-F]{5}$/.test(prefix)) {
        return new HttpResponse("The hash prefix was not in a valid format", { status: 400 });
      }
      const lines = Array.from(
        { length: 40 },
        (_, index) => `${sha1(`${prefix} ${index}`).slice(5)}:${(index % 7) + 1}`,
      );
      for (const { hash, count } of leaked) {
        if (hash.startsWith(prefix)) lines.push(`${hash.slice(5)}:${count}`);
      }
      return HttpResponse.text(lines.sort().join("\r\n"), { headers: readableByPages });
    }),
  ]);
}

const readableByPages = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Headers": "Add-Padding",
};

function sha1(text: string): string {
  return createHash("sha1").update(text).digest("hex").toUpperCase();
}
