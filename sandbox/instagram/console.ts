import { HttpResponse, http, type RequestHandler } from "msw";
import { badRequest, type Fields, fieldsOf, respond } from "../console-requests.ts";
import { html, page } from "../html.ts";
import { calls } from "./failures.ts";
import { figuresOf, summaryOf } from "./figures.ts";
import type { Instagram } from "./instagram.ts";
import { scopes } from "./plan.ts";

const day = 86_400_000;

/** Instagram's part of the console: what its accounts have, and its switches. */
export function instagramConsole(
  origin: string,
  instagram: Instagram,
  appOrigin: string,
): RequestHandler[] {
  return [
    http.get(`${origin}/sandbox/instagram.json`, () =>
      HttpResponse.json(instagram.accounts.map(summaryOf)),
    ),
    http.get<{ name: string }>(`${origin}/sandbox/instagram/:name.json`, ({ params, request }) => {
      const latest = Number(new URL(request.url).searchParams.get("latest") ?? 200);
      return HttpResponse.json(figuresOf(instagram.account(params.name), latest));
    }),
    http.post(`${origin}/sandbox/instagram`, async ({ request }) => {
      const problem = press(instagram, await fieldsOf(request));
      return problem ? badRequest(problem) : respond(request, origin, "#instagram");
    }),
    http.post(`${origin}/sandbox/instagram/signed-request`, async ({ request }) => {
      const { account, to } = await fieldsOf(request);
      const signed = instagram.signedRequest(String(account));
      if (!to) return HttpResponse.json({ signed_request: signed });
      const path = to === "data-deletion" ? "data-deletion" : "deauthorize";
      const response = await fetch(`${appOrigin}/instagram/${path}`, {
        method: "POST",
        body: new URLSearchParams({ signed_request: signed }),
        redirect: "manual",
      });
      return page(
        "Meta's call",
        html`<h1>Meta's call</h1><p>POST /instagram/${path} about ${String(account)}</p>
          <p>The app answered ${response.status}:</p><pre>${await response.text()}</pre>
          <p><a href="/#instagram">Back</a></p>`,
      );
    }),
  ];
}

/** @returns what is wrong with the request, if something is */
function press(instagram: Instagram, fields: Fields): string | undefined {
  const text = (name: string) => (fields[name] ? String(fields[name]) : undefined);
  const number = (name: string) => (text(name) === undefined ? undefined : Number(text(name)));
  const account = text("account") ?? "";
  switch (text("press")) {
    case "advance":
      instagram.clock.advance((number("days") ?? 1) * day);
      return undefined;
    case "withdraw":
      instagram.withdraw(account, number("subcode"));
      return undefined;
    case "take-permission": {
      const scope = scopes.find((known) => known === text("scope"));
      if (!scope) return "Unknown scope";
      instagram.takePermission(account, scope);
      return undefined;
    }
    case "delete-medium": {
      const id = text("id") ?? instagram.account(account).posts()[0]?.id;
      if (id) instagram.deleteMedium(account, id);
      return undefined;
    }
    case "hide-likes":
      instagram.hideLikes(account, text("hidden") !== "false");
      return undefined;
    case "rename":
      instagram.rename(account, text("username") ?? `${account}.renamed`);
      return undefined;
    case "limits":
      instagram.limits.app = number("app") ?? instagram.limits.app;
      instagram.limits.account = number("account-calls") ?? instagram.limits.account;
      return undefined;
    case "fail":
      return fail(instagram, fields);
    case "heal":
      instagram.failures.clear();
      return undefined;
    default:
      return "Unknown switch";
  }
}

function fail(instagram: Instagram, fields: Fields): string | undefined {
  const { code, subcode, transient, regainMinutes, account, times } = fields;
  const call = calls.find((known) => known === fields.call);
  if (!call || !Number.isInteger(Number(code))) return "Unknown call or code";
  instagram.failures.set(
    call,
    {
      code: Number(code),
      ...(subcode !== undefined && subcode !== "" && { subcode: Number(subcode) }),
      ...(transient !== undefined && { transient: String(transient) === "true" }),
      ...(regainMinutes !== undefined && { regainMinutes: Number(regainMinutes) }),
    },
    {
      ...(account ? { account: String(account) } : {}),
      ...(times ? { times: Number(times) } : {}),
    },
  );
  return undefined;
}
