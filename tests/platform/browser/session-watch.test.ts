import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchSession } from "../../../app/platform/browser/session-watch.ts";

const here = "/dashboard/growth?range=year";
const signIn = `/sign-in?${new URLSearchParams({ ended: "1", redirectTo: here })}`;

let left: string[];
let answers: (() => Promise<unknown>)[];
let asked: number;
let page: EventTarget;

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const ended = async () => ({ type: "opaqueredirect", status: 0, text: async () => "" });
const answer = (body: string, status = 200) => Promise.resolve(new Response(body, { status }));

beforeEach(() => {
  vi.useFakeTimers();
  [left, answers, asked, page] = [[], [], 0, new EventTarget()];
  vi.stubGlobal("document", {
    querySelector: () => ({ getAttribute: () => "300000 17" }),
    addEventListener: page.addEventListener.bind(page),
  });
  const [pathname, search] = here.split(/(?=\?)/);
  vi.stubGlobal("location", { pathname, search, assign: (address: string) => left.push(address) });
  vi.stubGlobal("fetch", (address: string, init: RequestInit) => {
    asked += 1;
    expect([address, init]).toEqual([here, { redirect: "manual" }]);
    return (answers.shift() ?? ended)();
  });
  watchSession();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("who is signed out leaves within ten seconds of the end, once", async () => {
  await pass(299_000);
  expect([asked, left]).toEqual([0, []]);
  await pass(11_000);
  expect(left).toEqual([signIn]);
  await pass(60_000);
  page.dispatchEvent(new Event("visibilitychange"));
  expect([asked, left]).toEqual([1, [signIn]]);
});

test("who has signed in anew stays until that session ends, and is asked about once", async () => {
  answers = [() => answer('<div data-session-left="200000 17" class="app-frame">')];
  await pass(310_000);
  expect(left).toEqual([]);
  await pass(180_000);
  expect([asked, left]).toEqual([1, []]);
  await pass(30_000);
  expect(left).toEqual([signIn]);
});

test("where somebody else has signed in, the page goes to where sign-in leads them", async () => {
  answers = [() => answer('<div data-session-left="200000 18" class="app-frame">')];
  await pass(310_000);
  expect(left).toEqual([signIn]);
});

test("an outage, or a page that is gone, sends nobody away, and is asked about again", async () => {
  answers = [
    () => Promise.reject(new TypeError("no network")),
    () => answer("Something went wrong", 503),
    () => answer("There is nothing at this address", 404),
  ];
  await pass(325_000);
  expect([asked, left]).toEqual([3, []]);
  await pass(10_000);
  expect(left).toEqual([signIn]);
});

test("a look that is under way is not joined by another", async () => {
  const late = Promise.withResolvers<unknown>();
  answers = [() => late.promise];
  await pass(340_000);
  page.dispatchEvent(new Event("visibilitychange"));
  late.resolve(ended());
  await pass(0);
  expect([asked, left]).toEqual([1, [signIn]]);
});
