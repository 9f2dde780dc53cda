import { FormMessage } from "~/design/form-message";
import type { PressAnswer } from "./press-answer.server.ts";

interface UnconfirmedProps {
  answer: Pick<PressAnswer, "message" | "cancellation"> | undefined;
  supportEmail: string;
}

/** Why a press did not cancel, in the words of who refused it, and what it means. */
export function Unconfirmed({ answer, supportEmail }: UnconfirmedProps) {
  if (!answer?.message && !answer?.cancellation) return null;
  return (
    <FormMessage
      message={
        <>
          {answer.message && <span className="block">{answer.message}</span>}
          {answer.cancellation && (
            <WhatNext state={answer.cancellation} supportEmail={supportEmail} />
          )}
        </>
      }
    />
  );
}

interface WhatNextProps {
  state: NonNullable<PressAnswer["cancellation"]>;
  supportEmail: string;
}

/** What an unconfirmed cancellation means, and what to do next. */
function WhatNext({ state, supportEmail }: WhatNextProps) {
  if (state === "tried-again")
    return (
      <span className="block">
        We have kept your cancellation and will try again until it is done. We will email you then.
      </span>
    );
  const support = (
    <a href={`mailto:${supportEmail}`} className="underline">
      {supportEmail}
    </a>
  );
  return state === "not-done" ? (
    <span className="block">
      It is not canceled yet: we could not reach the systems that cancel it. Please try again in a
      moment, or write to {support} and we will cancel it for you.
    </span>
  ) : (
    <span className="block">
      We could not confirm your cancellation: we did not get an answer in time, so it may still go
      through. Please try again in a moment: pressing again never cancels twice. Or write to{" "}
      {support} and we will cancel it for you.
    </span>
  );
}
