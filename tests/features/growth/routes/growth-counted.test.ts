import { expect, test } from "vitest";
import { makeHistory } from "#sandbox/histories/history.ts";
import { visit } from "#tests/setup/app";
import { exportOf, type ImportJson, importInto, newMember } from "#tests/setup/imports";
import { instagram } from "#tests/setup/instagram";
import { keptOf, refigure, storeReading, withSources } from "#tests/setup/readings";
import { visibleText } from "#tests/setup/visible-text";
import { dateOfDay, noteDay } from "~/features/history/instagram-counts";
import { changeCounts } from "~/features/history/readings.server";

withSources("export,instagram");

const day = 86_400_000;

test("both counts of who left between two exports are those of the simulated account", async () => {
  const member = await newMember();
  const account = instagram.account("maja");
  const now = instagram.clock.asOf();
  const history = makeHistory({ ...account.plan.history, until: Math.floor(now / 1_000) });
  const taken = [60, 35, 12];
  const imports: ImportJson[] = [];
  for (const days of taken)
    imports.push(await importInto(member, await exportOf(days, {}, history)));
  const kept = keptOf(account);
  const { key } = await storeReading(member.uid, "maja", kept);
  // Each day as Instagram tells it, from the one that holds the day before the first export.
  const first = dateOfDay(now - 80 * day) * day + 7 * 3_600_000;
  await changeCounts({ uid: member.uid, key }, (counts) => {
    let known = counts;
    for (let startsAt = first; startsAt + day <= now; startsAt += day) {
      const figures = account.follows(startsAt, startsAt + day) ?? null;
      known = noteDay(known, { startsAt, endsAt: startsAt + day }, figures, now);
    }
    return known;
  });
  await refigure(member.uid);

  const answer = await visit("/dashboard/growth", { cookie: member.cookie });
  const said = visibleText(await answer.text()).matchAll(
    /Instagram counted ([\d,]+) who left between [^.]+\. Your exports name ([\d,]+)\./g,
  );
  const pairs = Array.from(said, ([, ...counts]) =>
    counts.map((one) => Number(one?.replace(",", ""))),
  );
  const expected = [1, 0].map((index) => {
    const [from, to] = imports.slice(index).map(({ takenAt }) => Date.parse(takenAt));
    const dayOf = (at = 0) => Math.floor((at - 7 * 3_600_000) / day) * day + 7 * 3_600_000;
    let official = 0;
    for (let at = dayOf(from); at < dayOf(to); at += day)
      official += account.follows(at, at + day)?.left ?? 0;
    const [begin = 0, end = 0] = taken.slice(index).map((days) => history.end - days * 86_400);
    return [official, history.truthBetween(begin, end).lost.length];
  });
  expect(pairs).toEqual(expected);
  for (const [official] of expected) expect(official).toBeGreaterThan(0);
});
