import { buttonStyle, SubmitButton } from "~/design/button";
import { FormToken } from "~/design/form-token";
import { MailedLinkPage } from "~/features/ways-in/mailed-link-page";
import { addresses } from "~/platform/values/addresses";
import { say, sentences } from "~/platform/values/say";
import { pressTexts } from "./states.ts";
import type { PressState, PressView } from "./views.ts";

/** What a mailed link opens: one button, or why it does not sign in. Only the person's press posts: mail scanners run scripts. */
export function PressPage({ state, token, email, hint }: PressView) {
  const { title, texts, art } = pressTexts[state];
  const whose = email ? [say`This link signs in ${email}.`] : [];
  return (
    <MailedLinkPage title={title} texts={[...whose, ...texts, ...(hint ? [hint] : [])]} art={art}>
      <div className="mt-8 flex flex-col gap-3">
        {token && (
          <form method="post" action={addresses.signInByLink}>
            <FormToken />
            <input type="hidden" name="t" value={token} />
            {state === "somebody-else" && <input type="hidden" name="instead" value="yes" />}
            <SubmitButton>{labels[state] ?? "Sign in"}</SubmitButton>
          </form>
        )}
        <WaysOn state={state} />
      </div>
    </MailedLinkPage>
  );
}

const labels: Partial<Record<PressState, string>> = sentences({
  "somebody-else": "Sign in with this link",
  unavailable: "Try again",
  limited: "Try again",
});

/** Where to go on, most likely first. */
function WaysOn({ state }: { state: PressState }) {
  switch (state) {
    case "ready":
      return null;
    case "somebody-else":
      return (
        <a href={addresses.dashboard} className={buttonStyle("quiet")}>
          Stay signed in
        </a>
      );
    case "unavailable":
    case "limited":
    case "disabled":
      return <OtherWay />;
    case "used-now":
      return (
        <>
          <a href={addresses.dashboard} className={buttonStyle("primary")}>
            Open my dashboard
          </a>
          <NewLink tone="quiet" />
        </>
      );
    default:
      return (
        <>
          <NewLink tone="primary" />
          <OtherWay />
        </>
      );
  }
}

function NewLink({ tone }: { tone: "primary" | "quiet" }) {
  return (
    <a href={addresses.signInByLink} className={buttonStyle(tone)}>
      Get a new link
    </a>
  );
}

function OtherWay() {
  return (
    <a href={addresses.signIn} className={buttonStyle("plain")}>
      Sign in another way
    </a>
  );
}
