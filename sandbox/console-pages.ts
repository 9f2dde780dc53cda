import { type Faults, faultName, faultNames, systemNames } from "./faults.ts";
import { html, linkify, type Markup, page } from "./html.ts";
import { instagramSection } from "./instagram/console-section.ts";
import type { Person } from "./person.ts";
import type { SampleExport } from "./sample-exports.ts";
import type { Call, Mail, World } from "./world.ts";

interface HomeContext {
  appOrigin: string;
  exports(): readonly SampleExport[];
}

export function home(world: World, faults: Faults, { appOrigin, exports }: HomeContext): Response {
  return page(
    "Sandbox console",
    html`<h1>Sandbox console</h1>
      <p class="soft">Every system outside the app, running on this machine. The app itself is at
        <a href="${appOrigin}/">${appOrigin}</a>.</p>
      <nav aria-label="On this page"><a href="#people">People</a> <a href="#exports">Exports</a> <a href="#mails">Mails</a>
        <a href="#instagram">Instagram</a> <a href="#faults">Faults</a> <a href="#events">Events</a> <a href="#calls">Calls</a></nav>
      <form method="post" action="/sandbox/reset"><button>Start over</button>
        <span class="soft">resets every person, plan and profile</span></form>
      ${peopleSection(world, appOrigin)} ${exportsSection(exports(), appOrigin)} ${mailsSection(world)}
      ${instagramSection(world.instagram)} ${faultsSection(faults)}
      ${eventsSection(world)} ${callsSection(world)}`,
  );
}

function peopleSection(world: World, appOrigin: string): Markup {
  return html`<h2 id="people">People</h2>
    <p>Sign in at <a href="${appOrigin}/sign-in">${appOrigin}/sign-in</a> as any of them
      who has an account.</p>
    <div class="scroll"><table class="people">
      <thead><tr><th>E-mail</th><th>Password</th><th>What you see</th><th>Subscriptions</th></tr></thead>
      <tbody>${world.people.map((person) => personRow(world, person, appOrigin))}</tbody>
    </table></div>`;
}

function personRow(world: World, person: Person, appOrigin: string): Markup {
  const subscriptions = world.subscriptions.filter(
    ({ uid, emails }) => uid === person.uid || emails.includes(person.email),
  );
  const isAnalyzing = person.profile === "pending" || person.profile === "processing";
  return html`<tr>
    <td class="nowrap">${person.email}</td>
    <td class="nowrap"><code>${person.password}</code></td>
    <td>${linkify(person.about.replace(/\/access-recovery\S+/, (path) => appOrigin + path))}
      ${
        isAnalyzing &&
        html`<form method="post" action="/sandbox/profiles/${person.uid}/finish">
          <button>Finish the analysis</button></form>`
      }</td>
    <td>${subscriptions.map(
      ({ id, planCode, status }) => html`<div>${id}: ${planCode}, ${status}</div>`,
    )}</td></tr>`;
}

function exportsSection(exports: readonly SampleExport[], appOrigin: string): Markup {
  const rows = exports.map(
    ({ slug, title, expect }) => html`<tr>
      <td><a href="/sandbox/exports/${slug}" download>${title}</a></td>
      <td>${expect}</td></tr>`,
  );
  return html`<h2 id="exports">Exports to try</h2>
    <p>Instagram exports of invented accounts, to import at
      <a href="${appOrigin}/dashboard/import">${appOrigin}/dashboard/import</a>.</p>
    ${table(["File", "What to expect"], rows, "None.")}`;
}

function mailsSection(world: World): Markup {
  const rows = world.mails.toReversed().map(
    (mail) => html`<tr><td class="nowrap">${clock(mail.at)}</td><td>${mail.to.join(", ")}</td>
      <td><a href="/sandbox/mails/${mail.id}">${mail.subject || "(no subject)"}</a></td></tr>`,
  );
  return html`<h2 id="mails">Caught mails</h2>
    ${table(["Time", "To", "Subject"], rows, "No mail yet.")}`;
}

function faultsSection(faults: Faults): Markup {
  const rows = faults.list().map(
    ({
      system,
      fault,
      times,
    }) => html`<tr><td>${system}</td><td class="red">${faultName(fault)}</td>
      <td>${times === null ? "until cleared" : `${times} more`}</td></tr>`,
  );
  const option = (name: string) => html`<option>${name}</option>`;
  return html`<h2 id="faults">Faults</h2>
    <p class="soft">Make a system fail and see how the app handles it.</p>
    <form class="row" method="post" action="/sandbox/faults">
      <label>System <select name="system">${systemNames.map(option)}</select></label>
      <label>Fault <select name="fault">${[...faultNames, "none"].map(option)}</select></label>
      <label>Times <input name="times" type="number" min="1" placeholder="always"></label>
      <button class="main">Set fault</button>
    </form>
    <form method="post" action="/sandbox/faults"><input type="hidden" name="system" value="all">
      <button>Clear all faults</button></form>
    ${table(["System", "Fault", "For"], rows, "No faults are set.")}`;
}

function eventsSection(world: World): Markup {
  const rows = world.events
    .slice(-50)
    .toReversed()
    .map(
      (event) => html`<tr><td class="nowrap">${clock(event.at)}</td>
      <td class="nowrap">${event.method} ${event.path}</td>
      <td><code>${JSON.stringify(event.body ?? event.query)}</code></td></tr>`,
    );
  return html`<h2 id="events">Events</h2>
    ${table(["Time", "Request", "Content"], rows, "No event yet.")}`;
}

function callsSection(world: World): Markup {
  const rows = world.calls
    .slice(-60)
    .toReversed()
    .map(
      (call) => html`<tr><td class="nowrap">${clock(call.at)}</td><td>${call.system}</td>
      <td>${call.method} ${readablePath(call)}</td><td>${call.status ?? "waiting"}
      ${call.fault && html`<span class="red">${call.fault}</span>`}</td></tr>`,
    );
  return html`<h2 id="calls">Calls</h2>
    ${table(["Time", "System", "Request", "Answer"], rows, "No call yet.")}`;
}

function table(titles: string[], rows: Markup[], empty: string): Markup {
  if (rows.length === 0) return html`<p class="soft">${empty}</p>`;
  return html`<div class="scroll"><table>
    <thead><tr>${titles.map((title) => html`<th>${title}</th>`)}</tr></thead>
    <tbody>${rows}</tbody></table></div>`;
}

export function mailPage(mail: Mail | undefined): Response {
  if (!mail) return page("No such mail", html`<h1>No such mail</h1>`, 404);
  return page(
    mail.subject,
    html`<nav><a href="/#mails">All mails</a>
        ${mail.html !== "" && html`<a href="/sandbox/mails/${mail.id}/html">HTML</a>`}
        ${mail.source !== "" && html`<a href="/sandbox/mails/${mail.id}/source">Source</a>`}</nav>
      <h1>${mail.subject}</h1>
      <p class="soft">From ${mail.from} to ${mail.to.join(", ")}, ${clock(mail.at)}</p>
      <pre>${linkify(mail.text)}</pre>`,
  );
}

/** Shows a token's claims instead of the token, which nobody can read, and no secret of Instagram's. */
function readablePath(call: Call): string {
  return call.path
    .replace(/\b(access_token|client_secret)=[^&]+/g, "$1=…")
    .replace(/eyJ[\w-]+\.([\w-]+)\.[\w-]+/, (_, claims: string) =>
      Buffer.from(claims, "base64url").toString("utf8"),
    );
}

function clock(at: Date): string {
  return at.toTimeString().slice(0, 8);
}
