import { afterAll, beforeAll, expect, it } from "vitest";
import { main, person } from "../../sandbox/person.ts";
import { few } from "../setup/cases.ts";
import { type Stack, startStack, tell } from "../setup/stack.ts";
import { goodExport } from "./hostile/good-export.ts";
import { filesCase, type HostileCase } from "./hostile/hostile-case.ts";
import { shownFaults } from "./hostile/judge-import.ts";
import { openUpload } from "./hostile/open-upload.ts";
import { wholeLog } from "./log.ts";
import { signInAs } from "./requests.ts";

/** Imports that run at the same time in a process. */
const places = 8;
/** More than there are places. */
const senders = Array.from({ length: 12 }, (_, index) =>
  person(`sender${index}`, "Sends exports.", [main(`sub-sender${index}`)], { profile: "none" }),
);

let stack: Stack;
const cookies: string[] = [];
let form: HostileCase;
beforeAll(async () => {
  stack = await startStack({ ANALYSIS_SOURCES: "export" }, senders, { probed: true });
  for (const { key } of senders) cookies.push(await signInAs(stack.origin, key));
  form = filesCase("an export", "used", [await goodExport()], { followersShown: "80" });
});
afterAll(() => stack.stop());

const open = (cookie = "") => openUpload(stack.origin, cookie, form);

async function sendWhole(cookie: string | undefined) {
  const { sending, answered } = open(cookie);
  sending.end(form.body);
  return answered;
}

const imports = () => Object.values(stack.sandbox.firestore.readAll("imports"));
const statesOf = (index: number) =>
  imports()
    .filter(({ uid }) => uid === senders[index]?.uid)
    .map(({ state }) => state);
const isReading = () => imports().filter(({ state }) => state === "reading").length;

async function complaints() {
  const bad = /"level":"(error|fatal)"|Unhandled|Warning:|"status":500/;
  return (await wholeLog(stack)).split("\n").filter((line) => bad.test(line));
}

const moments: [string, (whole: Buffer) => number][] = [
  ["after the head of the request", () => 0],
  ["in a boundary", () => 9],
  ["in a field", (whole) => whole.indexOf("followersShown") + 20],
  ["in the head of the file", (whole) => whole.indexOf("filename") + 4],
  ["at the first byte of the file", (whole) => whole.indexOf("PK")],
  ["in the file", (whole) => whole.length >> 1],
  ["at the last byte of the file", (whole) => whole.length - 40],
  ["before the last byte", (whole) => whole.length - 1],
  ["after the last byte, before the answer", (whole) => whole.length],
];

it.each(few(moments, 3))("a client leaves %s", async (_, momentOf) => {
  const part = form.body.subarray(0, momentOf(form.body));
  // Half of them say goodbye, half are cut off.
  for (const how of ["end", "reset"]) {
    const { sending } = open(cookies[0]);
    sending.on("error", () => {});
    sending.flushHeaders();
    await new Promise((resolve) => sending.write(part, resolve));
    if (how === "end") sending.destroy();
    else sending.socket?.resetAndDestroy();
  }
  await expect.poll(isReading).toBe(0);
  // The place is free again, and whatever came of it is whole or nothing.
  await expect.poll(async () => (await sendWhole(cookies[0])).status).toBe(303);
  const used = statesOf(0).filter((state) => state === "used");
  expect(used).toHaveLength(1);
  expect(statesOf(0).filter((state) => state !== "used" && state !== "refused")).toEqual([]);
  expect(await complaints()).toEqual([]);
});

it("of twelve at once, eight are read, and four are told to come back", async () => {
  const half = form.body.length >> 1;
  const uploads = cookies.map((cookie) => open(cookie));
  for (const { sending } of uploads) sending.write(form.body.subarray(0, half));
  await expect.poll(isReading).toBe(places);
  for (const { sending } of uploads) sending.end(form.body.subarray(half));
  const answers = await Promise.all(uploads.map(({ answered }) => answered));
  const told = answers.filter(({ status }) => status === 503);
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(places);
  expect(told).toHaveLength(senders.length - places);
  for (const { headers, body } of told) {
    expect(headers["retry-after"]).toBe("60");
    expect(body).toContain("Please try again in a minute.");
    expect(shownFaults(body)).toEqual([]);
  }
  // Those who come back are read.
  for (const [index, { status }] of answers.entries())
    if (status === 503) expect((await sendWhole(cookies[index])).status).toBe(303);
  for (const index of cookies.keys()) expect(statesOf(index)).toContain("used");
});

it("of two at once of one subscriber, the second is told to wait for the first", async () => {
  const [cookie] = cookies.slice(3);
  const first = open(cookie);
  first.sending.write(form.body.subarray(0, 900));
  await expect.poll(isReading).toBe(1);
  const second = await sendWhole(cookie);
  expect([second.status, shownFaults(second.body)]).toEqual([409, []]);
  expect(second.body).toContain("Another import of yours is being read");
  first.sending.end(form.body.subarray(900));
  expect((await first.answered).status).toBe(303);
  expect(await complaints()).toEqual([]);
});

it("taken back four times at once, while it comes again, it is there once or not at all", async () => {
  const cookie = cookies[4] ?? "";
  const { headers } = await sendWhole(cookie);
  const address = stack.origin + headers.location;
  const discard = async () => {
    const body = new URLSearchParams({ press: "discard" });
    const asked = { cookie, origin: stack.origin };
    const answer = await fetch(address, {
      method: "POST",
      headers: asked,
      body,
      redirect: "manual",
    });
    expect(shownFaults(await answer.text())).toEqual([]);
    return answer.status;
  };
  const presses = Array.from({ length: 4 }, discard);
  const [again, ...pressed] = await Promise.all([sendWhole(cookie), ...presses]);
  // A 409 tells that the other is being read or taken back at this moment.
  expect([303, 409]).toContain(again.status);
  expect(pressed.filter((status) => status !== 303 && status !== 409)).toEqual([]);
  const isUsed = statesOf(4).includes("used");
  const { uid = "" } = senders[4] ?? {};
  expect(Object.keys(stack.sandbox.firestore.readAll("profiles")).includes(uid)).toBe(isUsed);
  expect(statesOf(4).filter((state) => state === "used").length).toBe(Number(isUsed));
  // Either way it may come again.
  expect((await sendWhole(cookie)).status).toBe(303);
  expect(await complaints()).toEqual([]);
});

it("a client that sends a few bytes at a time is waited for", async () => {
  const { sending, answered } = open(cookies[1]);
  const step = Math.ceil(form.body.length / 50);
  for (let at = 0; at < form.body.length; at += step) {
    sending.write(form.body.subarray(at, at + step));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  sending.end();
  expect((await answered).status).toBe(303);
});

it("Firestore hangs while an export arrives: a page says so, and the place is free", async () => {
  const before = statesOf(2);
  const { sending, answered } = open(cookies[2]);
  sending.write(form.body.subarray(0, form.body.length >> 1));
  await expect.poll(isReading).toBe(1);
  stack.sandbox.faults.set("firestore", { kind: "hang" });
  const started = performance.now();
  sending.end(form.body.subarray(form.body.length >> 1));
  const { status, body } = await answered;
  expect(status).toBe(503);
  expect(performance.now() - started).toBeLessThan(15_000);
  expect(body).toContain("nothing has changed");
  expect(shownFaults(body)).toEqual([]);
  stack.sandbox.faults.clear();
  await expect
    .poll(async () => (await sendWhole(cookies[2])).status, { timeout: 20_000, interval: 500 })
    .toBe(303);
  expect(statesOf(2).filter((state) => state === "used")).toEqual(before);
});

it("after all of them the server holds nothing of them", async () => {
  const held = async () => {
    const { timers, connections } = await tell(stack.server, "tell");
    return { timers, connections: Math.max(0, connections - senders.length) };
  };
  // Each look collects garbage, which takes most of a processor if it is taken as often as it can be.
  await expect
    .poll(held, { timeout: 60_000, interval: 500 })
    .toEqual({ timers: 0, connections: 0 });
  expect(await complaints()).toEqual([]);
  expect(stack.server.exitCode).toBeNull();
});
