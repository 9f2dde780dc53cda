import { html } from "../html.ts";
import type { AccountState, PeopleList } from "./account-state.ts";
import type { ExportFile } from "./export-file.ts";
import type { ExportOptions } from "./export-options.ts";
import type { History } from "./history.ts";

/** The export as web pages: what a person gets who does not choose JSON. */
export function htmlFiles(
  state: AccountState,
  { options: owner }: History,
  { at }: ExportOptions,
): ExportFile[] {
  const folder = "connections/followers_and_following";
  return [
    {
      path: "start_here.html",
      content: () => [pageOf("Your information", html`<h2>${owner.username}</h2>`.text)],
    },
    { path: `${folder}/followers_1.html`, content: () => listPage("Followers", state.followers()) },
    { path: `${folder}/following.html`, content: () => listPage("Following", state.following()) },
    {
      path: "personal_information/personal_information/personal_information.html",
      content: () => [
        pageOf(
          "Personal information",
          html`<div class="_a6-p"><table><tr><td>Username</td><td>${owner.username}</td></tr><tr><td>${localTime(at)}</td></tr></table></div>`
            .text,
        ),
      ],
    },
  ];
}

function* listPage(title: string, people: PeopleList): Generator<Uint8Array> {
  yield Buffer.from(
    `<html><head><title>${title}</title></head><body class="_5vb_ _2yq _a7o5"><main class="_a706" role="main">`,
  );
  for (const { username, since } of people) {
    const entry = html`<div class="pam _3-95 _2ph- _a6-g uiBoxWhite noborder"><div class="_a6-p"><div><a target="_blank" href="https://www.instagram.com/${username}">${username}</a></div><div>${localTime(since)}</div></div></div>`;
    yield Buffer.from(entry.text);
  }
  yield Buffer.from("</main></body></html>");
}

const pageOf = (title: string, body: string) =>
  Buffer.from(
    `<html><head><title>${title}</title></head><body class="_5vb_ _2yq _a7o5">${body}</body></html>`,
  );

/** In the subscriber's own time, of which the file says nothing. */
function localTime(seconds: number): string {
  return new Intl.DateTimeFormat("en-US", {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "America/Sao_Paulo",
  }).format(seconds * 1000);
}
