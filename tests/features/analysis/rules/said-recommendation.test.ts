import { afterEach, describe, expect, test } from "vitest";
import { recommend } from "~/features/analysis/rules/recommendations";
import { sayRecommendation } from "~/features/analysis/rules/said-recommendation";
import { setVoice } from "~/platform/values/say";
import { createVoice } from "~/platform/values/voice";

const rules = [
  {
    key: "left",
    weight: 2,
    when: [],
    sentence:
      "In {daysBetween} {daysBetween|day|days}, {lost} {lost|person|people} left ({notBackPercent}).",
  },
  {
    key: "best",
    weight: 1,
    when: [],
    sentence:
      "Your {bestBlockPosts} posts on {bestBlock} got {bestBlockTimes} times, see {savedDate}.",
  },
];
const german = createVoice("de", {
  [rules[0]?.sentence ?? ""]:
    "In {daysBetween} {daysBetween|Tag|Tagen} {lost|ist|sind} {lost} {lost|Person|Personen} gegangen ({notBackPercent}).",
  [rules[1]?.sentence ?? ""]:
    "{bestBlockPosts} Posts {bestBlock}: {bestBlockTimes}-mal, siehe {savedDate}.",
  "Fridays from {0} to {1}": "freitags von {0} bis {1}",
});
const measures = {
  daysBetween: 30,
  lost: 1_204,
  notBackPercent: 7.3,
  bestBlock: "Fridays from 18:00 to 21:00 (UTC)",
  bestBlockPosts: 9,
  bestBlockTimes: 1.84,
  savedDate: "Nov 3, 2026",
};

describe("a stored recommendation", () => {
  afterEach(() => setVoice(() => undefined));
  const stored = recommend(rules, measures);

  test("is as it is in English", () => {
    expect(stored.map((text) => sayRecommendation(text, rules))).toEqual(stored);
  });

  test("is said in the reader's language, with numbers, dates and hours of it", () => {
    setVoice(() => german);
    expect(stored.map((text) => sayRecommendation(text, rules))).toEqual([
      "In 30 Tagen sind 1.204 Personen gegangen (7,3\u00a0%).",
      "9 Posts freitags von 18:00 bis 21:00 (UTC): 1,8-mal, siehe 3. Nov. 2026.",
    ]);
  });

  test("names the time zone that its hours are of", () => {
    const [, best = ""] = recommend(rules, {
      ...measures,
      bestBlock: "Fridays from 18:00 to 21:00 (America/New York)",
    });
    setVoice(() => german);
    expect(sayRecommendation(best, rules)).toContain(
      "freitags von 18:00 bis 21:00 (America/New York):",
    );
  });

  test("has as many decimals as it was written with", () => {
    setVoice(() => german);
    const said = recommend(rules, { ...measures, notBackPercent: 0.042 });
    expect(sayRecommendation(said[0] ?? "", rules)).toContain("(0,04\u00a0%)");
  });

  test("finds a figure behind a date", () => {
    const rule = {
      key: "followed",
      weight: 1,
      when: [],
      sentence: "{followsMost} from your post of {followsDate}, {followsTimes} times as usual.",
    };
    const [text = ""] = recommend([rule], {
      followsMost: 14,
      followsDate: "Jun 21, 2025",
      followsTimes: 3.54,
    });
    setVoice(() =>
      createVoice("de", { [rule.sentence]: "{followsMost}, {followsDate}, {followsTimes}" }),
    );
    expect(sayRecommendation(text, [rule])).toBe("14, 21. Juni 2025, 3,5");
  });

  test("chooses by the plural forms that the language has", () => {
    setVoice(() =>
      createVoice("ar", {
        [rules[0]?.sentence ?? ""]:
          "{daysBetween|one=يوم|two=يومان|few=# أيام|many=# يومًا|other=# يوم} {lost|one=شخص|two=شخصان|few=# أشخاص|many=# شخصًا|other=# شخص} {notBackPercent}",
      }),
    );
    const saidOf = (daysBetween: number, lost: number) =>
      sayRecommendation(
        recommend(rules, { daysBetween, lost, notBackPercent: 12 })[0] ?? "",
        rules,
      );
    expect(saidOf(1, 2)).toMatch(/^يوم شخصان /);
    expect(saidOf(2, 3)).toMatch(/^يومان 3 أشخاص /);
    expect(saidOf(11, 1_200)).toMatch(/^11 يومًا 1,200 شخص /);
  });

  test("of one is told with the word for one", () => {
    const [one = ""] = recommend(rules, { daysBetween: 1, lost: 1, notBackPercent: 12 });
    setVoice(() => german);
    expect(sayRecommendation(one, rules)).toBe("In 1 Tag ist 1 Person gegangen (12\u00a0%).");
  });

  test("that no rule has written is said as it came", () => {
    setVoice(() => german);
    expect(sayRecommendation("Post (more) often.", rules)).toBe("Post (more) often.");
  });
});
