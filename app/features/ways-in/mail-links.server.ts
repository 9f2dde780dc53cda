import { randomUUID } from "node:crypto";
import {
  type FoundLink,
  keepMailedLink,
  linkLetter,
  type MailedLink,
  mailedLinks,
} from "~/features/ways-in/services/outbox/mailed-link.server";
import { languageAskedIn } from "~/platform/languages/languages.server";
import { deliverLetter } from "~/platform/outbox/letter.server";
import { carryOut } from "~/platform/outbox/runner.server";
import { orElse, UpstreamError, within } from "~/platform/upstream/upstream.server";
import { inBackground } from "~/platform/work/background.server";

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
      const { firstTry } = await begin(key, wanted);
      await within(patience, firstTry);
    },
    async (failure) => {
      const { kind, mail } = await linkLetter(wanted, key, languageAskedIn().language);
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
  await begin(randomUUID(), { link, email, subscriptionId: null });
}

/** Keeps the letter, and begins to send it. `firstTry` never rejects. */
async function begin(key: string, wanted: MailedLink): Promise<{ firstTry: Promise<void> }> {
  const { claim } = await keepMailedLink(key, wanted);
  if (!claim) return { firstTry: Promise.resolve() };
  const { finished } = carryOut(mailedLinks, claim);
  inBackground("mailed link", finished);
  return { firstTry: finished.catch(() => undefined) };
}
