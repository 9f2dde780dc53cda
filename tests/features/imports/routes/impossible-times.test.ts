import { expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import {
  day,
  importInto,
  newMember,
  pageAt,
  taken,
  takes,
  withExports,
} from "#tests/setup/imports";
import { addresses } from "~/platform/values/addresses";
import { follower, followersPath } from "../../export/rules/reading.ts";
import { zipOf } from "../../export/rules/zip-writer.ts";

withExports();

test("a time that cannot be does not say when the export was taken", async () => {
  const follows = Array.from({ length: 20 }, (_, at) => follower(`f${at}`, taken - at * 90 * day));
  const content = JSON.stringify([...follows, follower("of2096", Date.UTC(2096, 1) / 1_000)]);
  const zip = zipOf([{ name: followersPath, content, modified: new Date("2026-07-10") }]);
  const one = await importInto(await newMember(), [
    { name: "instagram-ana-2026-05-11-x1y2.zip", bytes: new Uint8Array(zip) },
  ]);
  expect(one.takenAt).toBe("2026-05-11T23:59:59.999Z");
});

test("a time that cannot be is shown nowhere: its follower counts, without a day", async () => {
  const member = await newMember();
  const times = {
    of2096: Date.UTC(2096, 11, 31) / 1_000,
    of2100: Date.UTC(2100, 0, 5),
    of1999: Date.UTC(1999, 0, 5) / 1_000,
    possible: taken - 50 * day,
  };
  const { counts } = await takes(member, 0, times, times);
  expect(counts.followers).toBe(20 + Object.keys(times).length);
  for (const name of Object.keys(times)) {
    const words = await pageAt(member, addresses.person(name));
    const isKnown = name === "possible";
    expect(words.includes("Follows you since"), name).toBe(isKnown);
    expect(words.includes("You follow them since"), name).toBe(isKnown);
  }
  const csv = await visit(addresses.categoryFile("friends"), { cookie: member.cookie });
  const rows = (await csv.text()).split("\r\n");
  for (const name of Object.keys(times))
    expect(
      rows.find((row) => row.startsWith(`${name},`)),
      name,
    ).toMatch(name === "possible" ? /,2026-/ : /,$/);
});
