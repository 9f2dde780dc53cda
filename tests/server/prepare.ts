import { vi } from "vitest";
import type { Stack } from "../setup/stack.ts";
import { type Cell, type Part, partOf } from "./cell.ts";
import { needs } from "./judge.ts";
import { send, signIn } from "./requests.ts";
import { visits } from "./visits/all.ts";
import type { Prepared } from "./visits/visit.ts";

/** Signs in, and gets links and addresses, while all is well. */
export async function prepare(stack: Stack, cell: Cell) {
  const who = [...new Set(visits.map(({ as }) => as)), "warmer" as const].filter(
    (part) => part !== undefined,
  );
  const cookies = new Map<Part, string>();
  for (const part of who) cookies.set(part, await signIn(stack.origin, cell.number, part));
  const warm = cookies.get("warmer");
  const [linker, bearer, analytics] = await Promise.all([
    mailedLink(stack, cell, "linker"),
    mailedLink(stack, cell, "bearer"),
    send(cell.origin, { path: "/dashboard/analytics" }, warm),
  ]);
  const [picture = "", another = ""] = new Set(analytics.body.match(/\/picture\/[\w.-]+/g));
  const prepared: Prepared = { cell: cell.number, links: { linker, bearer }, picture };
  // A page's first drawing in a process is its slowest, and so is a picture's.
  const reading = visits.filter(
    (visit) =>
      visit.name.startsWith("GET") && visit.as && !visit.once && !needs("functions")(visit),
  );
  for (const visit of reading) await send(cell.origin, visit.ask(prepared), warm);
  await send(cell.origin, { path: another }, warm);
  return { cookies, prepared };
}

/** The token in the mail that the API sends for an address; the mail comes after the answer, and is the cell's first. */
async function mailedLink(stack: Stack, cell: Cell, part: Part): Promise<string> {
  const { email } = partOf(cell.number, part);
  await send(cell.origin, {
    path: "/api/cancel-request",
    json: { email, code: "profile-analyzer", host: "", emailing: true, inAppUnsubscribe: false },
  });
  return vi.waitFor(() => {
    const mail = stack.sandbox.world.mails.findLast(({ to }) => to.includes(email));
    const [, token = ""] = /from=([\w.-]+)/.exec(mail?.text ?? "") ?? [];
    if (!token) throw new Error(`no link was mailed to ${email}`);
    return token;
  }, 120_000);
}
