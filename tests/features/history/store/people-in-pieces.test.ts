import { expect, test } from "vitest";
import { peopleInPieces } from "~/features/history/people-in-pieces.server";
import type { PeopleIndex } from "~/features/history/people-index";
import { decodePiece } from "~/features/history/people-piece";

test("the lost may be gone since an older export than the one that all others are compared with", () => {
  const between = { from: 100, previous: 200, to: 300 };
  const index = { starts: [], categories: {}, between };
  const betweenOf = (key: string, of: PeopleIndex = index) =>
    peopleInPieces(of, { start: 0, total: 0 }, key, async () => decodePiece(new Uint8Array()))
      .between;
  expect(betweenOf("lostFollowers")).toEqual({ from: 100, to: 300 });
  expect(betweenOf("newFollowers")).toEqual({ from: 200, to: 300 });
  expect(betweenOf("unfollowedByYou")).toEqual({ from: 200, to: 300 });
  // As an older version has kept it.
  const older = { ...index, between: { from: 100, to: 300 } };
  expect(betweenOf("newFollowers", older)).toEqual({ from: 100, to: 300 });
});
