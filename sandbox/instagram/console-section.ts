import { html, type Markup } from "../html.ts";
import type { SandboxAccount } from "./account.ts";
import { calls } from "./failures.ts";
import type { Instagram } from "./instagram.ts";
import { scopes } from "./plan.ts";

const switches = ["withdraw", "take-permission", "delete-medium", "hide-likes", "rename"];

/** The accounts that have been connected, and switches for all. */
export function instagramSection(instagram: Instagram): Markup {
  const connected = new Set([...instagram.tokens.all.values()].map(({ account }) => account));
  const option = (name: string) => html`<option>${name}</option>`;
  const accounts = instagram.accounts.map(({ plan }) => option(plan.key));
  return html`<h2 id="instagram">Instagram</h2>
    <p class="soft">Its clock stands at ${new Date(instagram.clock.now()).toISOString()}.</p>
    <form class="row" method="post" action="/sandbox/instagram">
      <label>Days <input name="days" type="number" min="1" value="1"></label>
      <button name="press" value="advance">Let days pass</button>
    </form>
    ${
      connected.size === 0
        ? html`<p class="soft">No account is connected yet.</p>`
        : html`<div class="scroll"><table><tbody>${[...connected].map(connectedRow)}</tbody></table></div>`
    }
    <form class="row" method="post" action="/sandbox/instagram">
      <label>Account <select name="account">${accounts}</select></label>
      <label>Switch <select name="press">${switches.map(option)}</select></label>
      <label>Permission <select name="scope">${scopes.map(option)}</select></label>
      <button>Press</button>
    </form>
    <form class="row" method="post" action="/sandbox/instagram">
      <label>Call <select name="call">${calls.map(option)}</select></label>
      <label>Code <input name="code" type="number" required></label>
      <label>Subcode <input name="subcode" type="number"></label>
      <label>Times <input name="times" type="number" min="1" placeholder="always"></label>
      <button name="press" value="fail">Make it fail</button>
    </form>
    <form method="post" action="/sandbox/instagram">
      <button name="press" value="heal">Let all calls work</button></form>`;
}

const connectedRow = ({ plan, username, followers, userId }: SandboxAccount): Markup =>
  html`<tr><td>${username}</td><td>${plan.about}</td><td>${followers} followers</td>
    <td><a href="/sandbox/instagram/${plan.key}.json">figures</a></td>
    <td><form method="post" action="/sandbox/instagram/signed-request">
      <input type="hidden" name="account" value="${userId}">
      <button name="to" value="deauthorize">Remove the app</button>
      <button name="to" value="data-deletion">Ask for deletion</button></form></td></tr>`;
