import { writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type { ExportOptions } from "../../sandbox/histories/export-options.ts";
import { exportSingles, exportZips, type UploadFile } from "../../sandbox/histories/export-zip.ts";
import { makeHistory } from "../../sandbox/histories/history.ts";
import { everyCase } from "../setup/cases.ts";
import {
  alike,
  alikeWithJavaScript,
  everySource,
  expect,
  provedElsewhere,
  test,
  withJavaScript,
} from "./journey.ts";
import { look } from "./look.ts";

test.use(everySource);
test.beforeEach(({ signedInAs }) => signedInAs("idle"));

const day = 86_400;
const history = makeHistory({ seed: 5, followers: 300, following: 120 });
const momentOf = (daysBefore: number) => history.end - daysBefore * day;

interface Chosen {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const chosen = (files: readonly UploadFile[]): Promise<Chosen[]> =>
  Promise.all(
    files.map(async ({ name, chunks }) => {
      const parts: Uint8Array[] = [];
      for await (const chunk of chunks) parts.push(chunk);
      return { name, mimeType: "application/zip", buffer: Buffer.concat(parts) };
    }),
  );

const zipsOf = (daysBefore: number, given: Partial<ExportOptions> = {}) =>
  chosen(exportZips(history, momentOf(daysBefore), given));

async function choose(page: Page, files: Chosen[]): Promise<void> {
  await page.goto("/dashboard/import");
  await page.getByLabel("Your export").setInputFiles(files);
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** Imports an export, and waits for its page. */
async function importFiles(page: Page, files: Chosen[], heading: string): Promise<void> {
  await choose(page, files);
  await press(page, "Import");
  await expect(page.getByRole("heading", { name: heading })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/import\/[\w-]+$/);
}

const inUse = "Your export is in use";

test("two exports: figures after the first, after the second who came and who left, by name", async ({
  page,
}) => {
  await importFiles(page, await zipsOf(40), inUse);
  await expect(page.getByText("This is your first import")).toBeVisible();
  await page.getByRole("link", { name: "See your analytics" }).click();
  await expect(page.getByRole("link", { name: /Your friends/ })).toContainText(/\d/);

  await importFiles(page, await zipsOf(5), inUse);
  const { lost } = history.truthBetween(momentOf(40), momentOf(5));
  const row = page.getByRole("link", { name: /^Lost/ });
  await expect(row).toHaveText(`Lost${lost.length}`);
  await row.click();
  await expect(page).toHaveURL(/\/analytics\/lostFollowers$/);

  await page.goto("/dashboard/import");
  await expect(page.getByRole("link", { name: /In use/ })).toHaveCount(2);
});

test("what leaves the device", async ({ page, enhanced }) => {
  const fillerBytes = 4_000_000;
  const onDevice = page.getByText("Your messages and pictures never leave this device.");
  await choose(page, await zipsOf(40, { fillerBytes, parts: 2 }));
  await expect(onDevice).toBeVisible({ visible: enhanced });
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await press(page, "Import");
  await expect(page.getByRole("heading", { name: inUse })).toBeVisible();
  const bytes = Number((await (await sent).allHeaders())["content-length"]);
  if (enhanced) expect(bytes).toBeLessThan(60_000);
  else expect(bytes).toBeGreaterThan(fillerBytes);
});

test(
  "single files out of an export, and one that has nothing to do with it",
  alikeWithJavaScript("the server alone: export/rules, imports/routes/import-refused.test.ts"),
  async ({ page, enhanced }) => {
    const singles = await chosen(
      exportSingles(history, momentOf(40), { sections: ["connections"] }),
    );
    await importFiles(page, singles, inUse);
    const other = {
      name: "message_1.json",
      mimeType: "application/json",
      buffer: Buffer.from("{}"),
    };
    await choose(page, [other]);
    await press(page, "Import");
    if (enhanced) await expect(page.getByText("no part of an Instagram export")).toBeVisible();
    else await expect(page.getByText("not an Instagram export")).toBeVisible();
  },
);

test(
  "an export of the last year only is held, and counts within its range",
  alike("the forms are plain ones"),
  async ({ page }) => {
    await importFiles(page, await zipsOf(40), inUse);
    await importFiles(page, await zipsOf(5, { range: "last-year" }), "Please look at this first");
    await expect(
      page.getByText(/were known. It was probably asked for as 'last year'/),
    ).toBeVisible();
    await expect(page.getByRole("columnheader", { name: "A range only" })).toBeVisible();
    await expect(page.getByRole("columnheader", { name: "The whole list" })).toBeVisible();
    await press(page, "It covers a range only");
    await expect(page.getByRole("heading", { name: inUse })).toBeVisible();
    await press(page, "Take this export back");
    await expect(page.getByRole("heading", { name: "This export was taken back" })).toBeVisible();
  },
);

test(
  "an export that cannot be used says why, and leads on",
  alike("the page is the same"),
  async ({ page }) => {
    await importFiles(page, await zipsOf(5, { format: "html" }), "This export could not be used");
    await expect(page.getByText("This export is in the format HTML")).toBeVisible();
    await page.getByRole("link", { name: "How to ask Instagram for it" }).click();
    await expect(page).toHaveURL(/\/dashboard\/import#how-to$/);
  },
);

test(
  "a file that was not downloaded whole",
  alikeWithJavaScript("the server alone: export/rules/zip-refusals.test.ts"),
  async ({ page, enhanced }) => {
    const [zip] = await zipsOf(40);
    if (!zip) throw new Error("no export");
    await choose(page, [{ ...zip, buffer: zip.buffer.subarray(0, -2_000) }]);
    await press(page, "Import");
    if (enhanced) {
      await expect(page.getByText(`We could not open ${zip.name} on your device`)).toBeVisible();
      await press(page, "Send the whole file");
    }
    await expect(page.getByText("This file is damaged or not complete.")).toBeVisible();
  },
);

test(
  "a file that changes after it was chosen is named, and chosen anew",
  withJavaScript("without JavaScript the browser itself says so"),
  async ({ page }, info) => {
    const [zip] = await zipsOf(40);
    if (!zip) throw new Error("no export");
    const file = info.outputPath(zip.name);
    let times = 0;
    const change = () => {
      times += 1;
      writeFileSync(file, Buffer.concat([zip.buffer, Buffer.alloc(times)]));
    };
    await page.exposeFunction("change", change);
    // The last moment: everything was read, and nothing is sent yet.
    await page.addInitScript(() => {
      const { send } = XMLHttpRequest.prototype;
      XMLHttpRequest.prototype.send = function (body) {
        void window.change().then(() => send.call(this, body));
      };
    });
    await page.goto("/dashboard/import");
    const input = page.getByLabel("Your export");
    for (const meanwhile of [change, () => {}]) {
      change();
      await input.setInputFiles(file);
      meanwhile();
      await press(page, "Import");
      await expect(page.getByText(`Your browser cannot read ${zip.name}.`)).toBeVisible();
      expect(await input.evaluate(({ files }: HTMLInputElement) => files?.length)).toBe(0);
    }
  },
);

test(
  "a number that is none is said beside its field",
  alike("the server says it"),
  async ({ page }) => {
    await choose(page, await zipsOf(40));
    await page.getByLabel("Followers shown on your profile").fill("many");
    await press(page, "Import");
    await expect(page.getByText("as Instagram shows it: 1,361 or 12.3K")).toHaveCount(2);
  },
);

test(
  "a sending that is canceled leaves everything as it was",
  withJavaScript("without the script the browser's own stop button cancels"),
  async ({ page }) => {
    const network = await page.context().newCDPSession(page);
    await network.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 20_000,
    });
    const people = Array.from({ length: 20_000 }, (_, n) => ({
      string_list_data: [{ value: `p${n}` }],
    }));
    const buffer = Buffer.from(JSON.stringify(people));
    await choose(page, [{ name: "followers_1.json", mimeType: "application/json", buffer }]);
    await press(page, "Import");
    await expect(page.getByText(/^Sending 1 list, 0\.\d MB of/)).toBeVisible();
    await press(page, "Cancel the import");
    await expect(page.getByText("Canceled. Nothing was imported.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Import", exact: true })).not.toHaveAttribute(
      "aria-busy",
    );
    await page.reload();
    await expect(page.getByRole("heading", { name: "Earlier imports" })).toHaveCount(0);
  },
);

test(
  "where the answer is lost after everything was sent, nobody says that nothing has changed",
  withJavaScript("without the script the browser says that no answer came"),
  async ({ page }) => {
    const network = await page.context().newCDPSession(page);
    await network.send("Fetch.enable", {
      patterns: [{ urlPattern: "*/dashboard/import", requestStage: "Response" }],
    });
    network.on("Fetch.requestPaused", ({ requestId, request }) =>
      request.method === "POST"
        ? network.send("Fetch.failRequest", { requestId, errorReason: "ConnectionReset" })
        : network.send("Fetch.continueRequest", { requestId }),
    );
    await choose(page, await zipsOf(40));
    await press(page, "Import");
    await expect(page.getByText("Your export may have been imported all the same.")).toBeVisible();
    await network.send("Fetch.disable");
    // It was, and once only.
    await press(page, "Import");
    await expect(page.getByRole("heading", { name: inUse })).toBeVisible();
    await page.goto("/dashboard/import");
    await expect(page.getByRole("link", { name: /In use/ })).toHaveCount(1);
  },
);

test(
  "the import begins also where the page's own script did not come",
  withJavaScript("there is no script"),
  async ({ page }) => {
    await page.route(/\/assets\/page-[^/]+\.js/, (route) => route.abort());
    await importFiles(page, await zipsOf(40), inUse);
  },
);

test(
  "who is signed out meanwhile signs in first",
  alikeWithJavaScript("the server alone: account/guards.test.ts"),
  async ({ page }) => {
    await choose(page, await zipsOf(40));
    await page.context().clearCookies();
    await press(page, "Import");
    await expect(page).toHaveURL(/\/sign-in/);
  },
);

test(
  "the pages of the import are for every eye",
  withJavaScript("axe is a script, and reads the same page either way"),
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/dashboard/import");
    await page.getByText("In a browser").click();
    if (everyCase) await look(page, "before the first import, with the way in a browser");
    await importFiles(page, await zipsOf(40), inUse);
    if (everyCase) await look(page, "the first import");
    await importFiles(page, await zipsOf(5), inUse);
    if (everyCase) await look(page, "an import in use");
    await importFiles(page, await zipsOf(1, { range: "last-year" }), "Please look at this first");
    await look(page, "a held import");
    await importFiles(page, await zipsOf(1, { format: "html" }), "This export could not be used");
    if (everyCase) await look(page, "a refused import");
    await page.goto("/dashboard/import");
    await look(page, "with earlier imports");
  },
);

test(
  "an export that cannot be read any more is removed with one press",
  provedElsewhere("imports/routes/import-unreadable.test.ts"),
  async ({ page, stack, enhanced }) => {
    await importFiles(page, await zipsOf(30), inUse);
    await importFiles(page, await zipsOf(0), inUse);
    const { firestore } = stack.sandbox;
    const id = page.url().split("/").at(-1);
    firestore.write(`imports/${id}`, { ...firestore.read(`imports/${id}`), counts: "many" });
    await page.goto("/dashboard/import");
    await expect(page.getByText(/^Uploaded on /)).toBeVisible();
    if (enhanced && everyCase) await look(page, "an import that cannot be read");
    await press(page, "Remove this export");
    await expect(page).toHaveURL(/\/dashboard\/import$/);
    await expect(page.getByText("The export is removed.")).toBeVisible();
    await importFiles(page, await zipsOf(0), inUse);
  },
);

declare global {
  interface Window {
    change: () => Promise<void>;
  }
}
