import { describe, expect, test } from "vitest";
import { typeset } from "../../content/typeset/typeset.ts";
import { manuscript } from "./manuscript.ts";

describe("what cannot be typeset stops with the file and the line", () => {
  const refused: [string, string, RegExp][] = [
    [
      "raw HTML",
      "Fine.\n\n<div>no</div>",
      /lesson-03\.md: line 8: "html" \(<div>no<\/div>\) cannot be typeset/,
    ],
    ["inline HTML", "Some <b>bold</b>", /line 6: "html" \(<b>\) cannot/],
    ["an image", "![alt](https://a.example/x.png)", /line 6: "image"/],
    ["a code block", "```\ncode\n```", /line 6: "code"/],
    ["a rule", "Fine.\n\n---", /line 8: "hr"/],
    ["tasks among other items", "- [ ] to do\n- other", /line 6: a list of tasks and other items/],
    ["struck text", "~~gone~~", /line 6: "del"/],
    ["a heading of level 1", "# Title", /line 6: a heading of level 1/],
    ["a link without https", "[x](javascript:alert)", /line 6: the link to "javascript:alert"/],
    ["an unknown entity", "A &copy; sign", /line 6: the entity &copy;/],
    ["a character outside the font", "Tap → here", /03\.md: text: .*`"→"` could not be displayed/],
    [
      "a table that is too wide",
      `| ${"Immeasurably ".repeat(9).trim().replaceAll(" ", " | ")} |\n|${" --- |".repeat(9)}\n`,
      /lesson-03\.md: text: .* in the table Immeasurably/,
    ],
  ];
  test.each(refused)("%s", (_, text, message) => {
    expect(() => typeset({ ...manuscript, body: text })).toThrow(message);
  });
});
