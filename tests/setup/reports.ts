import { HttpResponse, http } from "msw";
import { beforeEach } from "vitest";
import { visit } from "#tests/setup/app";
import { sandbox, server } from "#tests/setup/outside";
import { signedIn } from "#tests/setup/requests";

export const address = "/dashboard/report";
export const functionUrl = "http://sandbox.test/functions/getPdfReport";
export const pdf = "%PDF-1.7\nreport";

export const reportCalls = () => sandbox.world.calls.filter(({ path }) => path === "/getPdfReport");

beforeEach(async () => {
  // A success resets the failure count of the breaker, which an earlier test may have raised.
  server.use(http.post(functionUrl, () => new HttpResponse(pdf), { once: true }));
  await (await visit(address, { cookie: await signedIn("extras") })).text();
  sandbox.world.calls.length = 0;
});

export const asPdf = (body: BodyInit | null, headers: Record<string, string> = {}) =>
  new HttpResponse(body as ArrayBuffer, {
    headers: { "content-type": "application/pdf", ...headers },
  });
