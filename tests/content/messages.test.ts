import { expect, test } from "vitest";
import { missingMessages, saidInSource } from "#content/messages.ts";
import { parts } from "#content/read.ts";

const directory = new URL("../../content/", import.meta.url).pathname;

test("every catalogue has what the source says, and the build would name what is missing", () => {
  const catalogues = parts.messages(directory);
  expect(saidInSource().size).toBeGreaterThan(15);
  expect(missingMessages(catalogues)).toEqual([]);
  const { Language: _, ...lacking } = catalogues.de;
  expect(missingMessages({ de: lacking })).toEqual(["messages/de.yaml: missing: Language"]);
});
