import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { messagePage } from "~/design/message-page.server";
import { currentSubscriber, refuseAnothers } from "~/features/account/guards.server";
import { announcePreferences, changeSettings } from "~/features/account/settings.server";
import { fieldText, readForm } from "~/platform/http/forms/parse-form.server";
import {
  answerIn,
  languageCookie,
  languages,
  offeredLanguage,
} from "~/platform/languages/languages.server";
import { orElse } from "~/platform/upstream/upstream.server";
import { addresses, safePath } from "~/platform/values/addresses";
import { untagged } from "~/platform/values/languages";
import { say } from "~/platform/values/say";
import { whoseField } from "~/platform/values/whose";

/** Its form is at the foot of every private page. */
export const loader = async ({ request }: LoaderFunctionArgs) =>
  redirect((await currentSubscriber(request)) ? addresses.dashboard : addresses.home);

/** Chooses a language (docs/product.md#languages). */
export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  const chosen = fieldText(form, "language", 20);
  const language = offeredLanguage(chosen);
  if (!language)
    return refused(
      400,
      say`We do not know this language`,
      say`Choose one of those at the foot of the page.`,
    );
  const subscriber = await currentSubscriber(request);
  if (subscriber) {
    refuseAnothers(form.get(whoseField), subscriber);
    const isKept = await orElse(
      changeSettings(subscriber.uid, { language }).then(() => true),
      () => false,
    );
    if (!isKept)
      return refused(
        503,
        say`We could not keep your language`,
        say`Nothing has changed. Please try again in a moment.`,
      );
    await announcePreferences(subscriber.uid);
  }
  const asked = safePath(fieldText(form, "returnTo", 2_000));
  // A refusal of this form is shown at this very address, which has no page to go back to.
  const returnTo = asked?.startsWith("/language") ? undefined : asked;
  const target = returnTo ?? (subscriber ? addresses.dashboard : addresses.home);
  answerIn(language);
  return redirect(untagged(target, languages)?.address ?? target, {
    status: 303,
    headers: { "set-cookie": languageCookie(language) },
  });
}

const refused = (status: number, title: string, text: string) =>
  messagePage(status, {
    title,
    text,
    links: [{ label: say`Back to home page`, href: addresses.home }],
  });
