import promises from "content:promises";
import topics from "content:topics";
import unsubscribe from "content:unsubscribe";
import { expect, test } from "vitest";

const tileOfPeople = /\btiles?\b|\bsecret fans\b|\binactive followers\b/i;

test("what all read of a guide speaks of no tile that only some analyses fill", () => {
  const read = Object.values(topics).flatMap(({ articles, ...topic }) => [
    topic,
    ...Object.values(articles).map((article) => ({
      ...article,
      sections: article.sections.filter(({ only }) => !only),
    })),
  ]);
  expect(read.filter((text) => tileOfPeople.test(JSON.stringify(text)))).toEqual([]);
});

test("where exports and connections make a list of secret fans, nothing says that there is none", () => {
  const said = JSON.stringify([promises.both, unsubscribe.both]);
  expect(said).toContain("guide to quiet interest");
  expect(said).not.toContain("in no list");
});
