import { randomUUID } from "node:crypto";
import { z } from "zod";
import { keptLanguage, languageAskedIn } from "~/platform/languages/languages.server";
import type { EntryKind } from "~/platform/outbox/store/document.server";
import { keepEntry } from "~/platform/outbox/store/keep.server";
import { entryName } from "~/platform/outbox/store/name.server";
import { day } from "~/platform/values/durations";
import { addressKey } from "~/platform/values/mail-address";

const payload = z.object({
  /** What the link is for. Its token is made when it is sent and stands nowhere: its minutes count from then. */
  link: z.enum(["sign-in", "activation", "cancellation"]),
  /** Where it goes; as typed, where `subscriptionId` is null. */
  email: z.string().min(1),
  /** Null where nothing has been looked up yet: the answer to a stranger must not depend on it. */
  subscriptionId: z.string().min(1).nullable(),
  /** The language of the page where it was asked for. */
  language: keptLanguage,
});
export type MailedLink = z.output<typeof payload>;

/** How `mailedLinks/{keyed digest}` is kept; the outbox kind `mailed-link` is this with its handler. */
export const mailedLinkEntries: EntryKind<MailedLink, Record<never, never>> = {
  name: "mailed-link",
  collection: "mailedLinks",
  payload,
  progress: z.object({}),
  // Looking up whose it is takes up to 4 s, what the mailbox refused 2 s, a letter 4 s, saving its result 5 s.
  lease: 20_000,
  // Somebody waits for it.
  backOff: { first: 2_000, most: 300_000 },
  // It is given up this long after it was last asked for.
  askPersonAfter: day,
  stopsThen: false,
  isErasedWhenSettled: true,
};

/** A random name for the letter; sent twice, it has the same one. */
export const newMailedLinkKey = () => randomUUID();

/** The same wish has the same document. */
export const mailedLinkId = ({ link, email, subscriptionId }: MailedLink) =>
  entryName(link, `${subscriptionId ?? ""} ${addressKey(email)}`);

/** Keeps a link that must be mailed; once this resolves, it cannot be lost. Asked for again before, it is sent once. */
export const keepMailedLink = (key: string, wanted: MailedLink) =>
  keepEntry(mailedLinkEntries, mailedLinkId(wanted), {
    isDone: () => false,
    canJoin: ({ state }) => state === "open",
    join: (_, now) => ({ patientUntil: now + mailedLinkEntries.askPersonAfter }),
    begin: () => ({
      key,
      payload: { ...wanted, ...languageAskedIn() },
      progress: {},
      runsInBackground: true,
    }),
  });
