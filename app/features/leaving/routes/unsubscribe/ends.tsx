import { Link } from "@remix-run/react";
import { buttonStyle } from "~/design/button";
import { Dialog } from "~/design/dialog";
import { FormMessage } from "~/design/form-message";
import { addresses } from "~/platform/values/addresses";
import type { CanceledEnd } from "./canceled-end.server.ts";
import type { PressAnswer } from "./press.server.ts";

const art = (name: string) => (
  <img
    src={`/images/${name}.svg`}
    alt=""
    width="320"
    height="240"
    className="mx-auto -mt-6 mb-4 h-auto w-56"
  />
);

export function CanceledSheet({ state, title, texts, supportEmail }: CanceledEnd) {
  return (
    <Dialog
      key={state}
      title={title}
      closeTo={addresses.dashboard}
      art={art(state === "unknown" ? "states/failing" : "unsubscribe/goodbye")}
    >
      {texts.map((text) => (
        <p key={text} className="mt-2 text-muted wrap-anywhere">
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
      art={art("unsubscribe/updated")}
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

interface UnconfirmedProps {
  answer: Pick<PressAnswer, "message" | "cancellation"> | undefined;
  supportEmail: string;
}

/** Why a press did not cancel, in the words of who refused it, what it means, and what to do next. */
export function Unconfirmed({ answer, supportEmail }: UnconfirmedProps) {
  const { message, cancellation } = answer ?? {};
  if (!message && !cancellation) return null;
  const support = (
    <a href={`mailto:${supportEmail}`} className="underline">
      {supportEmail}
    </a>
  );
  return (
    <FormMessage
      message={
        <>
          {message && <span className="block">{message}</span>}
          {cancellation === "tried-again" && (
            <span className="block">
              We have kept your cancellation and will try again until it is done. We will email you
              then.
            </span>
          )}
          {cancellation === "not-done" && (
            <span className="block">
              It is not canceled yet: we could not reach the systems that cancel it. Please try
              again in a moment, or write to {support} and we will cancel it for you.
            </span>
          )}
          {cancellation === "unknown" && (
            <span className="block">
              We could not confirm your cancellation: we did not get an answer in time, so it may
              still go through. Please try again in a moment: pressing again never cancels twice. Or
              write to {support} and we will cancel it for you.
            </span>
          )}
        </>
      }
    />
  );
}

/** What a press is about, in rows. */
export function Summary({ rows }: { rows: readonly (readonly [label: string, value: string])[] }) {
  return (
    <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-5 gap-y-1 rounded-xl border border-line px-4 py-3">
      {rows.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="font-bold wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
