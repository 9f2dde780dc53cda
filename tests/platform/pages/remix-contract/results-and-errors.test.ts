import { data } from "@remix-run/node";
import { isRouteErrorResponse } from "@remix-run/react";
import { describe, expect, test, vi } from "vitest";
import { toApiError } from "~/platform/http/responses/api-errors";
import { cacheableData, isDataWithInit } from "~/platform/pages/loader-prefetch.server";
import { answerOk, handle, newContext } from "./handle";

describe("data()", () => {
  test("is told apart from every other result of a loader", async () => {
    expect([data(1), data(1, 404), data({ type: "x", init: {} }, {})].map(isDataWithInit)).toEqual([
      ...[true, true, true],
    ]);
    const plain = [null, 1, "text", [], {}, { type: "DataWithResponseInit", data: 1, init: null }];
    expect(plain.map(isDataWithInit)).toEqual(plain.map(() => false));
    expect(await cacheableData(new Map([["page", Promise.resolve(data(1, 404))]]))).toBeUndefined();
  });

  test("sets the status of the page", async () => {
    expect((await handle({ loader: () => data("gone", 410) })).status).toBe(410);
  });
});

describe("handleError", () => {
  const errorsOf = async (loader: (args: { request: Request }) => unknown, init?: RequestInit) => {
    const handleError = vi.fn();
    const entry = { default: answerOk, handleError };
    const response = await handle({ loader }, "/page", { ...init, entry });
    return { response, calls: handleError.mock.calls };
  };

  test("gets a loader's error together with our context", async () => {
    const error = new Error("broken");
    const { calls } = await errorsOf(() => Promise.reject(error));
    expect(calls).toEqual([[error, expect.objectContaining({ context: newContext() })]]);
  });

  test("does not get a thrown Response; an unknown address comes as a route error of 404", async () => {
    const { calls } = await errorsOf(() => Promise.reject(new Response(null, { status: 404 })));
    expect(calls).toEqual([]);
    const handleError = vi.fn();
    await handle({}, "/nowhere", { entry: { default: answerOk, handleError } });
    const [error] = handleError.mock.calls[0] ?? [];
    expect([isRouteErrorResponse(error), error?.status]).toEqual([true, 404]);
  });

  test("gets the abort reason of a disconnected client, and the answer is 500", async () => {
    const controller = new AbortController();
    const started = (args: { request: Request }) => {
      controller.abort();
      return new Promise((_, reject) => args.request.signal.addEventListener("abort", reject));
    };
    const { response, calls } = await errorsOf(started, { signal: controller.signal });
    expect(response.status).toBe(500);
    expect(calls[0]?.[0]).toBe(controller.signal.reason);
  });
});

describe("the JSON of an error that Remix answers a program with", () => {
  const program = { default: undefined, loader: () => "ok" };

  test("is marked as its own, and becomes ours", async () => {
    const answer = await handle(program, "/page", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
      entry: { default: answerOk, handleError: () => {} },
    });
    expect([answer.status, answer.headers.get("x-remix-error")]).toEqual([405, "yes"]);
    expect(await toApiError(answer).json()).toEqual({ error: expect.any(String) });
  });

  test("our own passes unchanged", async () => {
    const own = () => Response.json({ error: "id is required" }, { status: 400 });
    const answer = await handle({ ...program, loader: own });
    expect(await toApiError(answer).json()).toEqual({ error: "id is required" });
  });
});
