import { afterEach, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { deliverDue, faults, world } from "#tests/setup/cancellations";
import type { Member } from "#tests/setup/member";
import { openDeclarations } from "~/features/leaving/services/outbox/open-declaration/kind.server";
import { runEntry } from "~/platform/outbox/runner.server";
import { firestore } from "~/platform/store/firebase.server";
import { backgroundSettled } from "~/platform/work/background.server";

/** Declaring on the public pages, and what comes of it. */

afterEach(async () => {
  vi.useRealTimers();
  faults.clear();
  // So many come here that the brake would hold them.
  const database = await firestore();
  const declared = await database
    .collection("declarations")
    .where("publicAt", ">", new Date(0))
    .get();
  await Promise.all(declared.docs.map(({ ref }) => ref.update({ publicAt: null })));
});

export const hours = 3_600_000;

export const form = (fields: Record<string, string>) => new URLSearchParams(fields);

export const declare = async (
  fields: Record<string, string>,
  path = "/cancel",
  client?: string,
) => {
  const answer = await visit(path, {
    method: "POST",
    body: form(fields),
    redirect: "manual",
    client,
  });
  await backgroundSettled();
  return answer;
};

export const mailsTo = (address: string) => world.mails.filter(({ to }) => to.includes(address));
export const subjectsTo = (address: string) => mailsTo(address).map(({ subject }) => subject);

export const linkIn = (text: string, path: string) => {
  const found = new RegExp(`https?://\\S+${path}\\?\\S+`).exec(text)?.[0] ?? "";
  const { pathname, search } = new URL(found);
  return pathname + search;
};

/** The operator's letters about the money of a withdrawal. */
export const moneyLetters = ({ id }: Member) =>
  world.mails.filter(
    ({ subject, text }) => subject === "A withdrawal: money is due" && text.includes(id),
  );

/** Moves the clock, and lets what is due by then happen. */
export async function later(milliseconds: number, { id }: Member): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });
  await runEntry(openDeclarations, id);
  await backgroundSettled();
  await deliverDue(id);
}

/** Presses in the letter that asks its owner to. */
export const pressIn = (from: string) =>
  visit("/unsubscription", { method: "POST", body: form({ from }) });

/** The token of the letter to a member that came last. */
export function lastLink({ email }: Member): string {
  const link = linkIn(mailsTo(email).at(-1)?.text ?? "", "/unsubscription");
  return new URLSearchParams(link.split("?")[1]).get("from") ?? "";
}
