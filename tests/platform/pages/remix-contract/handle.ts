/**
 * What app/platform/pages relies on in Remix beyond its documented use (app/platform/pages/README.md). Each test of this folder
 * names one reliance and drives the installed packages, so that an upgrade which changes it fails here by name.
 */
import { type AppLoadContext, createRequestHandler, type EntryContext } from "@remix-run/node";
import { buildOf, type TestRoute } from "#tests/setup/test-build";

export const origin = "http://localhost:3000";
export const Page = () => null;
export const newContext = (): AppLoadContext => ({
  nonce: "n",
  requestId: "r",
  clientAddress: "192.0.2.1",
});
export const root: TestRoute = { id: "root", path: "", module: { default: Page } };
export const page = (module: Record<string, unknown>): TestRoute => ({
  id: "page",
  parentId: "root",
  path: "page",
  module: { default: Page, ...module },
});

export type Entry = (...args: [Request, number, Headers, EntryContext, AppLoadContext]) => Response;
export const answerOk = (() => new Response("ok")) as unknown as Entry;

export function handle(
  module: Record<string, unknown>,
  path = "/page",
  { entry, ...init }: RequestInit & { entry?: Record<string, unknown> } = {},
  context = newContext(),
) {
  const handler = createRequestHandler(buildOf([root, page(module)], entry), "production");
  return handler(new Request(origin + path, init), context);
}
