import promises from "content:promises";
import topics from "content:topics";
import unsubscribe from "content:unsubscribe";
import { expect, test } from "vitest";

const tileOfPeople = /\btiles?\b|\bsecret fans\b|\binactive followers\b/i;

test("a section of a guide that all read speaks of no tile that only some analyses fill", () => {
  const sections = Object.values(topics).flatMap(({ articles }) =>
    Object.values(articles).flatMap((article) => article.sections),
  );
  const wrong = sections
    .filter(({ only }) => !only)
    .flatMap(({ details }) => details)
    .filter(({ tip, description }) => tileOfPeople.test(`${tip} ${description}`));
  expect(wrong).toEqual([]);
});

test("where exports and connections make a list of secret fans, nothing says that there is none", () => {
  const said = JSON.stringify([promises.both, unsubscribe.both]);
  expect(said).toContain("guide to quiet interest");
  expect(said).not.toContain("in no list");
});
