import { http, type RequestHandler } from "msw";
import { html, type Markup, page } from "../html.ts";
import type { SandboxAccount } from "../instagram/account.ts";
import { type Instagram, instagramApp } from "../instagram/instagram.ts";
import { type Scope, scopes } from "../instagram/plan.ts";

/** What the app asked for, carried through the pages. */
interface Asked {
  redirectUri: string;
  state: string;
  scopes: Scope[];
}

/** Instagram's log-in host: its authorize page, with people to choose from. */
export function loginHandlers(instagram: Instagram, baseUrl: string): RequestHandler[] {
  const address = `${baseUrl}/oauth/authorize`;
  return [
    http.get(address, ({ request }) => {
      const query = new URL(request.url).searchParams;
      const asked = readAsked(query);
      return typeof asked === "string" ? refusedPage(asked) : choicePage(instagram, query);
    }),
    http.post(address, async ({ request }) => {
      const query = new URL(request.url).searchParams;
      const asked = readAsked(query);
      if (typeof asked === "string") return refusedPage(asked);
      const form = await request.formData();
      const account = instagram.accounts.find(({ plan }) => plan.key === form.get("account"));
      if (!account || account.plan.refuses || form.get("press") === "refuse")
        return back(asked, {
          error: "access_denied",
          error_reason: "user_denied",
          error_description: "The user denied your request.",
        });
      if (account.type === "PERSONAL" && form.get("press") !== "switch")
        return personalPage(account, query);
      if (account.type === "PERSONAL") account.type = "MEDIA_CREATOR";
      return allow(instagram, account, asked, new Set(form.getAll("withhold").map(String)));
    }),
  ];
}

function readAsked(query: URLSearchParams): Asked | string {
  if (query.get("client_id") !== instagramApp.id) return "Invalid platform app";
  const redirectUri = query.get("redirect_uri") ?? "";
  // Registered with the sandbox's Meta app: the app's callback, wherever the app runs.
  if (!URL.canParse(redirectUri) || new URL(redirectUri).pathname !== "/connect/instagram")
    return "Invalid redirect_uri";
  if (query.get("response_type") !== "code") return "Invalid response_type";
  const asked = (query.get("scope") ?? "").split(/[ ,]+/).filter(Boolean);
  const known = scopes.filter((scope) => asked.includes(scope));
  if (known.length !== asked.length || !known.includes("instagram_business_basic"))
    return "Invalid scope";
  return { redirectUri, state: query.get("state") ?? "", scopes: known };
}

function allow(
  instagram: Instagram,
  account: SandboxAccount,
  asked: Asked,
  withheld: ReadonlySet<string>,
): Response {
  const given = asked.scopes.filter(
    (scope) => !withheld.has(scope) && !account.plan.withheld.includes(scope),
  );
  const code = instagram.tokens.issueCode(account, asked.redirectUri, given);
  return back(asked, { code: account.plan.flatAnswers ? `${code}#_` : code });
}

/** Instagram puts `#_` behind the address that it sends the person back to. */
function back({ redirectUri, state }: Asked, parameters: Record<string, string>): Response {
  const target = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...parameters, state }))
    if (value) target.searchParams.set(name, value);
  return new Response(null, { status: 302, headers: { Location: `${target.href}#_` } });
}

function choicePage(instagram: Instagram, query: URLSearchParams): Response {
  const special = instagram.accounts.filter(({ plan }) => plan.about !== "Generated.");
  const generated = instagram.accounts.filter(({ plan }) => plan.about === "Generated.");
  return page(
    "Log in to Instagram",
    html`<h1>Log in to Instagram</h1>
      <p>In production this is Instagram's own page. Choose who you are here: the app then gets what that account allows.</p>
      <form method="post" action="?${query.toString()}">
        <p>${scopes.slice(1).map(
          (
            scope,
          ) => html`<label class="choice"><input type="checkbox" name="withhold" value="${scope}">
            <span>Do not allow <code>${scope}</code></span></label>`,
        )}</p>
        <div class="scroll people"><table><tbody>${special.map(accountRow)}</tbody></table></div>
        <p><button name="press" value="refuse">Not now</button></p>
        <h2>Generated accounts</h2>
        <div class="scroll people"><table><tbody>${generated.map(accountRow)}</tbody></table></div>
      </form>`,
  );
}

const accountRow = ({ plan, username, type, followers }: SandboxAccount): Markup =>
  html`<tr><td><button name="account" value="${plan.key}">${username}</button></td>
    <td>${plan.about}</td><td>${type}</td><td>${followers} followers</td></tr>`;

/** What exactly Instagram shows to a personal account, no source settles: nobody comes back with a code from it. */
function personalPage({ plan, username }: SandboxAccount, query: URLSearchParams): Response {
  return page(
    "Switch to a professional account",
    html`<h1>Switch to a professional account</h1>
      <p>${username} is a personal account. Only professional accounts can be connected to apps.</p>
      <form method="post" action="?${query.toString()}">
        <input type="hidden" name="account" value="${plan.key}">
        <button class="main" name="press" value="switch">Switch to a creator account and continue</button>
        <button name="press" value="refuse">Not now</button>
      </form>`,
  );
}

const refusedPage = (reason: string) =>
  page(
    "Invalid request",
    html`<h1>Invalid request</h1><p>Request parameters are invalid: ${reason}</p>`,
    400,
  );
