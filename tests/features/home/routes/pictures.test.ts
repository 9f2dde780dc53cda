import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { signedIn } from "#tests/setup/requests";

// A browser shows the whole file where it has no view of that name.
test("each picture of the home page and of the extras is there, in the file of many, too", async () => {
  const cookie = await signedIn("rich");
  const offers = ["pdf-course", "profile-report", "reels-playbook"];
  const paths = ["/dashboard", ...offers.map((slug) => `/dashboard/offers/${slug}`)];
  const pages = await Promise.all(
    paths.map(async (path) => (await visit(path, { cookie })).text()),
  );
  const addresses = new Set(
    pages.flatMap((html) => [...html.matchAll(/src="(\/images\/[^"]+)"/g)].map(([, one]) => one)),
  );
  expect(addresses.size).toBeGreaterThan(11);
  for (const address of addresses) {
    const [file = "", view] = address?.split("#") ?? [];
    expect(existsSync(`public${file}`), address).toBe(true);
    if (view) expect(readFileSync(`public${file}`, "utf8")).toContain(`<view id="${view}" `);
  }
});
