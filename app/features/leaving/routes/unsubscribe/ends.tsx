import { Link } from "@remix-run/react";
import { buttonStyle } from "~/design/button";
import { Dialog } from "~/design/dialog";
import { addresses } from "~/platform/values/addresses";
import { sentences } from "~/platform/values/say";

export type CanceledState = "canceled" | "received" | "already" | "unknown";

const stateTexts: Record<CanceledState, { title: string; texts: readonly string[] }> = sentences({
  canceled: {
    title: "Your membership has been canceled",
    texts: [
      "It will not renew. You keep your access until the end of the term that you have paid for.",
      "A confirmation is on its way to your email. Thank you for being with us.",
    ],
  },
  received: {
    title: "We have your cancellation and are completing it",
    texts: [
      "Our billing system has not confirmed it yet. We will keep trying and email you when it is done.",
      "You do not need to do anything else.",
    ],
  },
  already: {
    title: "Your membership is already canceled",
    texts: [
      "It will not renew, and you do not need to do anything else. You keep your access until the end of the term that you have paid for.",
    ],
  },
  unknown: {
    title: "We cannot look up your membership right now",
    texts: ["Please open this page again in a moment, or write to us."],
  },
});

export function CanceledSheet({
  state,
  supportEmail,
}: {
  state: CanceledState;
  supportEmail: string;
}) {
  const { title, texts } = stateTexts[state];
  return (
    <Dialog
      key={state}
      title={title}
      closeTo={addresses.dashboard}
      art={
        <img
          src={`/images/${state === "unknown" ? "states/failing" : "unsubscribe/goodbye"}.svg`}
          alt=""
          width="320"
          height="240"
          className="mx-auto -mt-6 mb-4 h-auto w-56"
        />
      }
    >
      {texts.map((text) => (
        <p key={text} className="mt-2 text-muted">
          {text}
        </p>
      ))}
      <div className="mt-6 flex flex-col gap-3">
        <Link to={addresses.dashboard} preventScrollReset className={buttonStyle()}>
          Back to home page
        </Link>
        <a href={`mailto:${supportEmail}`} className={buttonStyle("plain")}>
          Contact us
        </a>
      </div>
    </Dialog>
  );
}

export function UpdatedSheet() {
  return (
    <Dialog
      title="Your plan has been successfully updated!"
      closeTo={addresses.dashboard}
      art={
        <img
          src="/images/unsubscribe/updated.svg"
          alt=""
          width="320"
          height="240"
          className="mx-auto -mt-6 mb-4 h-auto w-56"
        />
      }
    >
      <p className="text-muted">
        It is good to have you with us. You can see, change or cancel your plan in My Plan.
      </p>
      <Link
        to={addresses.dashboard}
        preventScrollReset
        className={buttonStyle("primary", "mt-6 w-full")}
      >
        Great!
      </Link>
    </Dialog>
  );
}
