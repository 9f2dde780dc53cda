import { expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import {
  exportOf,
  kept,
  newMember,
  nothingKept,
  pageAt,
  send,
  withExports,
} from "#tests/setup/imports";
import { visibleText } from "#tests/setup/visible-text";
import { whoseOf } from "~/platform/session/whose.server";

withExports();

const nothing = { imports: 0, ...nothingKept };

test("an export that is sent from the page of one account goes into the lists of no other", async () => {
  const [shown, present] = [await newMember(), await newMember()];
  const refused = await send(present, await exportOf(0), { whose: whoseOf(shown) });
  expect(refused.status).toBe(409);
  const html = await refused.text();
  expect(visibleText(html)).toContain("This page belongs to another account");
  // What the page's script says of it, without the title (`refusalIn` of app/features/imports/browser/send.ts).
  const [, words] = /<div role="alert"><h1[^>]*>[^<]*<\/h1><p[^>]*>([^<]*)/.exec(html) ?? [];
  expect(words).toBe(
    "Since you opened this page, this browser has been signed in to another account. What you pressed was not done.",
  );
  expect([await kept(shown), await kept(present)]).toEqual([nothing, nothing]);

  const own = await send(present, await exportOf(0), { whose: whoseOf(present) });
  expect([own.status, (await kept(present)).imports]).toEqual([303, 1]);
});

test.each(["/dashboard/import/", "/Dashboard/Import"])(
  "so it is at %s, which the router takes for the same",
  async (address) => {
    const [shown, present] = [await newMember(), await newMember()];
    const sent = async (whose: string) => {
      const body = new FormData();
      body.set("whose", whose);
      const [{ bytes, name } = { bytes: new Uint8Array(), name: "" }] = await exportOf(0);
      body.append("export", new Blob([bytes]), name);
      return (await visit(address, { method: "POST", body, cookie: present.cookie })).status;
    };
    expect([await sent(whoseOf(shown)), await sent(whoseOf(present))]).toEqual([409, 303]);
  },
);

test("a press on an import is refused as well", async () => {
  const [shown, present] = [await newMember(), await newMember()];
  const { headers } = await send(present, await exportOf(0));
  const address = headers.get("location") ?? "";
  const body = new URLSearchParams({ whose: whoseOf(shown), press: "discard" });
  const refused = await visit(address, { method: "POST", body, cookie: present.cookie });
  expect([refused.status, (await kept(present)).imports]).toEqual([409, 1]);
  expect(await pageAt(present, address)).not.toContain("There is nothing at this address");
});
