import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { buttonStyle, SubmitButton } from "~/design/button";
import { FormToken } from "~/design/form-token";
import { turnOffLetter } from "~/features/account/letter-choices.server";
import type { LetterName } from "~/features/account/settings";
import { openStop, type Stop } from "~/features/letters/services/stop-link.server";
import { MailedLinkPage } from "~/features/ways-in/mailed-link-page";
import { fieldText, readForm } from "~/platform/http/forms/parse-form.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMeta } from "~/platform/pages/page-meta";
import { orElse } from "~/platform/upstream/upstream.server";
import { addresses, queryOf } from "~/platform/values/addresses";
import { say, sentences } from "~/platform/values/say";

type Stopping =
  | { state: "ready"; letter: LetterName; token: string }
  /** `letter` is null while it is not known which one. */
  | { state: "failed"; letter: LetterName | null; token: string }
  | { state: "off"; letter: LetterName }
  | { state: "invalid" };

const goodbye = "/images/unsubscribe/goodbye.svg";

const ofLetters: Record<
  LetterName | "unknown",
  Record<"ready" | "failed" | "off", string>
> = sentences({
  weeklyLetter: {
    ready: "Turn off the weekly letter?",
    failed:
      "We could not reach your settings, so the weekly letter may still be on. Please try again in a moment.",
    off: "We turned off the weekly letter",
  },
  breachAlerts: {
    ready: "Turn off breach alerts?",
    failed:
      "We could not reach your settings, so breach alerts may still be on. Please try again in a moment.",
    off: "We turned off breach alerts",
  },
  importReminder: {
    ready: "Turn off the import reminder?",
    failed:
      "We could not reach your settings, so the import reminder may still be on. Please try again in a moment.",
    off: "We turned off the import reminder",
  },
  unknown: {
    ready: "Turn off the letter?",
    failed:
      "We could not reach your settings, so the letter may still be on. Please try again in a moment.",
    off: "We turned off the letter",
  },
});

/** What the page says of a state. */
function stopTexts(stopping: Stopping): { title: string; text: string; art: string } {
  if (stopping.state === "invalid")
    return {
      title: say`This link does not work`,
      text: say`It is incomplete or no longer valid. Open it again from the email, or sign in and turn the letter off under Notifications.`,
      art: "/images/states/empty.svg",
    };
  const texts = ofLetters[stopping.letter ?? "unknown"];
  switch (stopping.state) {
    case "ready":
      return {
        title: texts.ready,
        text: say`Press the button once. You do not need to sign in. Nothing else changes: your plan and your other letters stay as they are.`,
        art: goodbye,
      };
    case "failed":
      return {
        title: say`That did not work`,
        text: texts.failed,
        art: "/images/states/failing.svg",
      };
    case "off":
      return {
        title: texts.off,
        text: say`You get no more of these letters. You can turn them on again under Notifications.`,
        art: goodbye,
      };
  }
}

/** What the link of a letter leads to: one button, or what came of it. */
function StopView({ stopping }: { stopping: Stopping }) {
  const { title, text, art } = stopTexts(stopping);
  return (
    <MailedLinkPage title={title} texts={[text]} art={art}>
      {"token" in stopping && (
        <form method="post" action={addresses.stopLetter} className="mt-8">
          <FormToken />
          <input type="hidden" name="t" value={stopping.token} />
          <SubmitButton>{stopping.state === "failed" ? "Try again" : "Turn it off"}</SubmitButton>
        </form>
      )}
      <a
        href={addresses.notifications}
        className={buttonStyle(
          "token" in stopping ? "plain" : "primary",
          "token" in stopping ? "mt-3" : "mt-8",
        )}
      >
        Notifications
      </a>
    </MailedLinkPage>
  );
}

export const handle: PageHandle = { outcome: (answer: Stopping) => stopTexts(answer).title };

export const meta: MetaFunction = () => [
  ...pageMeta("Turn off a letter"),
  { name: "robots", content: "noindex" },
];

/** The address contains the token, so the page is never cached and its requests send only the origin as referrer. */
export const headers = () => ({
  "Cache-Control": "private, no-store",
  "Referrer-Policy": "strict-origin",
});

const page = (stopping: Stopping, status: number) => data(stopping, status);

const maxTokenLength = 2_000;
const tokenIn = (request: Request) => (queryOf(request).get("t") ?? "").slice(0, maxTokenLength);

/** Changes nothing, because mail scanners follow links (docs/product.md#every-page). */
export async function loader({ request }: LoaderFunctionArgs) {
  const token = tokenIn(request);
  return withStop(token, ({ letter }) => page({ state: "ready", letter, token }, 200));
}

type Page = ReturnType<typeof page>;

/** Does what is asked with the link, unless it does not work, or its key is not known for now. */
const withStop = (token: string, work: (stop: Stop) => Page | Promise<Page>): Promise<Page> =>
  orElse(
    async () => {
      const stop = await openStop(token);
      return stop ? work(stop) : page({ state: "invalid" }, 403);
    },
    () => page({ state: "failed", letter: null, token }, 503),
  );

/** Posted by the page's own form, or by a mail provider without any cookie (RFC 8058). */
export async function action({ request }: ActionFunctionArgs) {
  const token = fieldText(await readForm(request), "t", maxTokenLength) || tokenIn(request);
  return withStop(token, ({ uid, letter }) =>
    orElse(
      turnOffLetter(uid, letter).then(() => page({ state: "off", letter }, 200)),
      () => page({ state: "failed", letter, token }, 503),
    ),
  );
}

export default function StopLetter() {
  const shown = useLoaderData<typeof loader>();
  const stopping = useActionData<typeof action>() ?? shown;
  return <StopView stopping={stopping} />;
}
