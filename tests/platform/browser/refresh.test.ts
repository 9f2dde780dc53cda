import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { goOnInTime } from "../../../app/platform/browser/refresh.ts";

const waiting = '<noscript><meta http-equiv="refresh" content="10"></noscript>';
const here = "/dashboard/offers/pdf-course?a=b";

let replaced: string[];
let answers: (() => Promise<Response>)[];
let page: EventTarget;

function begin(content: string): void {
  vi.stubGlobal("document", { querySelectorAll: () => [{ textContent: content }] });
  vi.stubGlobal(
    "DOMParser",
    class {
      parseFromString = (html: string) => ({
        querySelector: () => ({ content: /content="(.*?)"/.exec(html)?.[1] }),
      });
    },
  );
  goOnInTime();
}

const answer = (body: string, status = 200) => Promise.resolve(new Response(body, { status }));
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const submit = () => page.dispatchEvent(new Event("submit", { cancelable: true }));
const comeBack = () =>
  page.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));

beforeEach(() => {
  vi.useFakeTimers();
  [replaced, answers, page] = [[], [], new EventTarget()];
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("location", {
    pathname: here.split("?")[0],
    search: "?a=b",
    replace: (address: string) => replaced.push(address),
  });
  vi.stubGlobal("fetch", (address: string) => {
    expect(address).toBe(here);
    return answers.shift()?.() ?? answer(waiting);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the next page comes after its time, and is not asked for before", async () => {
  begin('<meta http-equiv="refresh" content="2.5; url=/next">');
  await pass(2_400);
  expect(replaced).toEqual([]);
  await pass(200);
  expect(replaced).toEqual(["/next"]);
});

test("the same page comes once it waits no more: an outage is no news", async () => {
  answers = [
    () => answer(waiting),
    () => Promise.reject(new TypeError("no network")),
    () => answer("Something went wrong", 503),
    () => answer("slower", 429),
    () => answer("Purchased"),
  ];
  begin(waiting);
  await pass(49_000);
  expect(replaced).toEqual([]);
  await pass(2_000);
  expect(replaced).toEqual([here]);
});

test("a look that is under way overtakes nobody who goes on, and begins anew for who comes back", async () => {
  const late = Promise.withResolvers<Response>();
  answers = [() => late.promise, () => answer("Purchased")];
  begin(waiting);
  await pass(10_000);
  submit();
  late.resolve(new Response("Purchased"));
  await pass(60_000);
  expect(replaced).toEqual([]);
  comeBack();
  await pass(10_000);
  expect(replaced).toEqual([here]);
});

test("who comes back while it still waits is looked for once each time", async () => {
  begin(waiting);
  let looks = 0;
  answers = Array.from({ length: 9 }, () => () => {
    looks += 1;
    return answer(waiting);
  });
  await pass(5_000);
  comeBack();
  await pass(20_000);
  expect(looks).toBe(2);
});
