import { describe, expect, it } from "vitest";
import { type EventKind, EventLog } from "#sandbox/histories/event-log.ts";
import { usernameOf } from "#sandbox/histories/names.ts";
import { truthBetween } from "#sandbox/histories/truth.ts";

const day = 86_400;

describe("the truth between two moments", () => {
  const old = 1_600_000_000;
  const export1 = 1_700_000_000;
  const export2 = export1 + 30 * day;
  type Step = [at: number, kind: EventKind, person: number, name?: number];
  const [ana, ben, cem] = [1, 2, 3];
  const joined: Step[] = [
    [old, "follow", ana],
    [old + 1, "follow", ben],
  ];
  const nothing = { new: [], lost: [], renamed: [], returned: [], refollowed: [], unknowable: [] };
  const named = (name: number, since: number) => ({ username: usernameOf(name), since });
  const during = export1 + day;

  it.each<[string, Step[], object]>([
    ["nothing happened", [], {}],
    ["somebody followed", [[during, "follow", cem]], { new: [named(cem, during)] }],
    [
      "somebody left",
      [[during, "unfollow", ana]],
      { lost: [{ ...named(ana, old), by: "unfollow" }] },
    ],
    [
      "somebody is deactivated",
      [[during, "vanish", ana]],
      { lost: [{ ...named(ana, old), by: "vanish" }] },
    ],
    [
      "somebody is blocked",
      [[during, "block", ana]],
      { lost: [{ ...named(ana, old), by: "block" }] },
    ],
    [
      "another name",
      [[during, "rename", ana, 50]],
      { renamed: [{ ...named(50, old), formerly: usernameOf(ana) }] },
    ],
    [
      "a name and back",
      [
        [during, "rename", ana, 50],
        [during + 1, "rename", ana, ana],
      ],
      {},
    ],
    [
      "away and back unseen",
      [
        [during, "vanish", ana],
        [during + 1, "return", ana],
      ],
      {},
    ],
    [
      "came and left unseen",
      [
        [during, "follow", cem],
        [during + 1, "unfollow", cem],
      ],
      {},
    ],
    [
      "followed again",
      [
        [during, "unfollow", ana],
        [during + 1, "follow", ana],
      ],
      { refollowed: [named(ana, during + 1)] },
    ],
    [
      "deactivated before, back since",
      [
        [export1 - day, "vanish", ana],
        [during, "return", ana],
      ],
      { returned: [named(ana, old)] },
    ],
    [
      "back under another name",
      [
        [export1 - day, "vanish", ana],
        [during, "return", ana],
        [during + 1, "rename", ana, 50],
      ],
      { returned: [named(50, old)] },
    ],
    [
      "left before, follows again: new to everybody",
      [
        [export1 - day, "unfollow", ana],
        [during, "follow", ana],
      ],
      { new: [named(ana, during)] },
    ],
    [
      "another name and a new second",
      [
        [during, "unfollow", ana],
        [during + 1, "rename", ana, 50],
        [during + 2, "follow", ana, 50],
      ],
      {
        unknowable: [
          { reason: "renamed-and-refollowed", before: [usernameOf(ana)], after: [usernameOf(50)] },
        ],
      },
    ],
    [
      "a name passes to a new follower",
      [
        [during, "rename", ana, 50],
        [during + 1, "follow", cem, ana],
      ],
      {
        unknowable: [
          { reason: "name-taken", before: [usernameOf(ana)], after: [usernameOf(50)] },
          { reason: "name-taken", before: [], after: [usernameOf(ana)] },
        ],
      },
    ],
    [
      "one left and one came back with the same second",
      [
        [old + 1, "follow", cem],
        [export1 - day, "vanish", cem],
        [during, "unfollow", ben],
        [during + 1, "return", cem],
      ],
      {
        unknowable: [
          { reason: "same-second", before: [usernameOf(ben)], after: [] },
          { reason: "same-second", before: [], after: [usernameOf(cem)] },
        ],
      },
    ],
    [
      "two of one second left: no riddle",
      [
        [old + 1, "follow", cem],
        [during, "unfollow", ben],
        [during + 1, "unfollow", cem],
      ],
      {
        lost: [
          { ...named(ben, old + 1), by: "unfollow" },
          { ...named(cem, old + 1), by: "unfollow" },
        ],
      },
    ],
    [
      "back with a second just before the first export",
      [
        [export1 - day, "follow", cem],
        [export1 - 600, "vanish", cem],
        [during, "return", cem],
      ],
      {
        unknowable: [
          { reason: "returned-soon-after-following", before: [], after: [usernameOf(cem)] },
        ],
      },
    ],
  ])("%s", (_, steps, expected) => {
    const log = new EventLog();
    for (const [at, kind, person, nameNumber = person] of [...joined, ...steps])
      log.add({ at, kind, person, nameNumber });
    expect(truthBetween(log, export1, export2)).toEqual({ ...nothing, ...expected });
  });
});
