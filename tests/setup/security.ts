import { visit } from "#tests/setup/app";
import type { Member } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { visibleText } from "#tests/setup/visible-text";

export const securityPage = "/dashboard/security";

/** Sends a form of the security page. @param client the client's address, where tries are counted */
export const press = (
  { cookie }: Pick<Member, "cookie">,
  fields: Record<string, string>,
  client?: string,
) => visit(securityPage, { method: "POST", body: new URLSearchParams(fields), cookie, client });

/** What a press answers: where it leads, or what the page says. */
export async function answerOf(response: Response) {
  const { status, headers } = response;
  const to = headers.get("location");
  return { status, to, text: to ? "" : visibleText(await response.text()) };
}

/** The cookies that an answer sets, as the browser sends them. */
export const cookiesOf = ({ headers }: Response) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");

export const passwordOf = ({ uid }: Member) => sandbox.world.accounts.get(uid)?.password;

/** Whether a session is let in; else it is led to the sign-in. */
export const isLetIn = async (cookie: string) =>
  (await visit("/dashboard/notifications", { cookie })).status === 200;
