import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { messagePage } from "~/design/message-page.server";
import { requireSubscriber } from "~/features/account/guards.server";
import { announcePreferences, changeSettings } from "~/features/account/settings.server";
import { asPlace } from "~/features/leaving/place-rules.server";
import { wakeNotices } from "~/features/leaving/services/outbox/notice.server";
import { fieldText, readForm } from "~/platform/http/forms/parse-form.server";
import { orElse, unlessDown } from "~/platform/upstream/upstream.server";
import { addresses } from "~/platform/values/addresses";
import { say } from "~/platform/values/say";

/** Its form is in My Plan. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireSubscriber(request);
  return redirect(addresses.myPlan);
}

/** Where the subscriber says that they live (docs/product.md#by-the-law-of-the-place). */
export async function action({ request }: ActionFunctionArgs) {
  const { uid } = await requireSubscriber(request);
  const place = asPlace(fieldText(await readForm(request), "place", 20).trim());
  if (place === undefined)
    return refused(422, say`We do not know this place`, say`Choose one of the places in My Plan.`);
  const isKept = await orElse(
    changeSettings(uid, { place }).then(() => true),
    () => false,
  );
  if (!isKept)
    return refused(
      503,
      say`We could not keep your place`,
      say`Nothing has changed. Please try again in a moment.`,
    );
  // Its law may ask for a notice sooner than they would be looked at again.
  await Promise.all([announcePreferences(uid), unlessDown(wakeNotices(uid))]);
  return redirect(`${addresses.myPlan}?place=saved`, 303);
}

const refused = (status: number, title: string, text: string) =>
  messagePage(status, {
    title,
    text,
    links: [{ label: say`Back to My Plan`, href: addresses.myPlan }],
  });
