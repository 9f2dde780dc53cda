import { randomUUID } from "node:crypto";
import {
  beginMailedLink,
  type FoundLink,
  linkLetter,
  type MailedLink,
} from "~/features/ways-in/services/outbox/mailed-link.server";
import { languageAskedIn } from "~/platform/languages/languages.server";
import { deliverLetter } from "~/platform/outbox/letter.server";
import { orElse, UpstreamError, within } from "~/platform/upstream/upstream.server";

/** Milliseconds that an answer waits for a letter that is kept already: most are out by then. */
const patience = 2_000;

/**
 * Mails a link for a subscription that was looked up. Resolves once the letter cannot be lost: it stands in Firestore or,
 * while that is down, the mail server has it.
 * @throws UpstreamError if it was neither kept nor sent; a `timeout` of the mail server if it may be out all the same
 */
export async function mailLink(wanted: FoundLink): Promise<void> {
  // A letter that is sent twice has the same name.
  const key = randomUUID();
  await orElse(
    async () => {
      const { firstTry } = await beginMailedLink(key, wanted);
      await within(patience, firstTry);
    },
    async (failure) => {
      // What cannot be looked up is not out: only Firestore's failure tells whether it may be kept.
      const { kind, mail } = await orElse(
        linkLetter(wanted, key, languageAskedIn().language),
        () => {
          throw failure;
        },
      );
      const letter = await deliverLetter(kind, mail);
      if (letter.end === "again")
        throw letter.mayBeTaken ? new UpstreamError("mail", "timeout") : failure;
    },
  );
}

/**
 * Mails a link to whoever has the typed address, if anybody. Resolves once the wish is kept, and before anything is looked
 * up: no answer may depend on whose the address is.
 * @throws UpstreamError if it could not be kept
 */
export async function mailLinkFor(
  email: string,
  link: Exclude<MailedLink["link"], "activation">,
): Promise<void> {
  await beginMailedLink(randomUUID(), { link, email, subscriptionId: null });
}
