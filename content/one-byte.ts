import type { Plugin } from "vite";

/** Node keeps the source of every module, in one byte a character only where none is beyond Latin-1: a single dash doubles a megabyte. */
export function inOneByte(): Plugin {
  return {
    name: "in-one-byte",
    apply: (_, { command, isSsrBuild }) => command === "build" && isSsrBuild === true,
    // After Vite's own last step, which writes escapes as letters.
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk") continue;
        chunk.code = inShortest(chunk.code);
        // In a name or between words, an escape may be none.
        this.parse(chunk.code);
      }
    },
  };
}

/**
 * An escape says the same as its letter, but for `String.raw`, for who asks a function or a pattern for its text, and for the two that end
 * a line, which are left. A backslash before a letter says nothing, and would make a text of the escape. Of Arabic, six bytes a letter are
 * more than two.
 */
export function inShortest(code: string): string {
  const escaped = code.replace(
    /\\[^\u0100-\u2027\u202a-\uffff]|\\?([\u0100-\u2027\u202a-\uffff])/g,
    (found, unit?: string) =>
      unit ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}` : found,
  );
  return escaped.length < 2 * code.length ? escaped : code;
}
