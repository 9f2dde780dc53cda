import { once } from "node:events";
import { request as openRequest } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { freePort } from "../../sandbox/free-port.ts";
import { exportZips, wholeFile } from "../../sandbox/histories/export-zip.ts";
import { makeHistory } from "../../sandbox/histories/history.ts";
import { type Sandbox, startSandbox } from "../../sandbox/serve.ts";
import { everyCase } from "../setup/cases.ts";
import { startServer, stopServer } from "../setup/stack.ts";
import { signInAs } from "./requests.ts";

type Server = Awaited<ReturnType<typeof startServer>> & { origin: string };

const key = "importer";
const history = makeHistory({ seed: 8, followers: 20_000, following: 2_000 });
let sandbox: Sandbox;
let form: { type: string; body: Buffer };

beforeAll(async () => {
  sandbox = await startSandbox();
  const body = new FormData();
  for (const zip of exportZips(history, history.end))
    body.append("export", new Blob([await wholeFile(zip)]), zip.name);
  const request = new Request("http://localhost/", { method: "POST", body });
  form = {
    type: request.headers.get("content-type") ?? "",
    body: Buffer.from(await request.arrayBuffer()),
  };
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.stop());

async function startProcess(): Promise<Server> {
  const port = await freePort();
  const env = { ...sandbox.env, ANALYSIS_SOURCES: "export", PORT: String(port) };
  return { ...(await startServer(env)), origin: `http://127.0.0.1:${port}` };
}

/** Sends the export, and stops before its end where told so. */
function upload({ origin }: Server, cookie: string) {
  const sending = openRequest(`${origin}/dashboard/import`, {
    method: "POST",
    headers: {
      origin,
      cookie,
      "content-type": form.type,
      "content-length": form.body.length,
    },
  });
  // A process that is killed breaks its connections.
  sending.on("error", () => {});
  const half = form.body.length / 2;
  sending.write(form.body.subarray(0, half));
  return {
    goOn: () => void sending.end(form.body.subarray(half)),
    answered: once(sending, "response").then(([response]) => response.resume().headers.location),
  };
}

const imports = (): ({ id: string } & Record<string, unknown>)[] =>
  Object.entries(sandbox.firestore.readAll("imports")).map(([id, fields]) => ({ id, ...fields }));
const profiles = () => Object.keys(sandbox.firestore.readAll("profiles")).includes(`uid-${key}`);

async function page({ origin }: Server, cookie: string, path: string, accept = "text/html") {
  const answer = await fetch(origin + path, { headers: { cookie, accept } });
  return { status: answer.status, text: await answer.text() };
}

describe("two processes", () => {
  let first: Server;
  let second: Server;
  let cookie: string;
  beforeAll(async () => {
    second = await startProcess();
    return () => stopServer(second.server);
  });
  // Only the first is killed.
  beforeEach(async () => {
    first = await startProcess();
    cookie = await signInAs(first.origin, key);
    return () => stopServer(first.server);
  });

  test("what one begins the other shows, while it is read and when it is used", async () => {
    const { goOn, answered } = upload(first, cookie);
    await vi.waitFor(() => expect(imports()).toMatchObject([{ state: "reading" }]), 20_000);
    expect((await page(second, cookie, "/dashboard/import")).text).toContain("Being read");
    goOn();
    const address = await answered;
    const { text } = await page(second, cookie, String(address), "application/json");
    expect(JSON.parse(text)).toMatchObject({
      state: "used",
      counts: { followers: history.stateAt(history.end).followers().size },
    });
    expect((await page(second, cookie, String(address))).text).toContain("Your export is in use");
    const copy = JSON.parse((await page(second, cookie, "/dashboard/my-data", "*/*")).text);
    const { followers } = copy.importedLists[String(address).split("/").at(-1) ?? ""];
    expect(followers).toHaveLength(history.stateAt(history.end).followers().size);
  });

  // Half of the upload, or so many milliseconds after its last byte.
  test.each(everyCase ? ["half", 0, 50, 150, 300, 500, 800] : [150])(
    "killed at %s, it is used whole or not at all, and the page says which",
    async (moment) => {
      const { goOn, answered } = upload(first, cookie);
      answered.catch(() => {});
      await vi.waitFor(() => expect(imports()).toMatchObject([{ state: "reading" }]), 20_000);
      if (typeof moment === "number") {
        goOn();
        await pause(moment);
      }
      first.server.kill("SIGKILL");
      await once(first.server, "exit");
      await pause(200);
      const [one] = imports();
      const isUsed = one?.state === "used";
      expect(profiles()).toBe(isUsed);
      if (!isUsed) {
        expect(one).toMatchObject({ state: "reading" });
        // As if half a minute had passed.
        const { id, ...fields } = one ?? { id: "" };
        sandbox.firestore.write(`imports/${id}`, {
          ...fields,
          aliveAt: new Date(Date.now() - 40_000),
        });
      }
      const address = `/dashboard/import/${one?.id}`;
      expect((await page(second, cookie, address)).text).toContain(
        isUsed ? "Your export is in use" : "The upload broke off before all of it was here.",
      );
      // It can be sent again, to whoever is there.
      const again = upload(second, cookie);
      again.goOn();
      await again.answered;
      expect(imports().filter(({ state }) => state === "used")).toHaveLength(1);
      expect(profiles()).toBe(true);
    },
  );
});
