import { redirect } from "@remix-run/node";
import { cancelOwn } from "~/features/leaving/cancellation.server";
import type { StepNumber } from "~/features/leaving/rules/unsubscribe-answers";
import type { Situation } from "~/features/leaving/rules/unsubscribe-flow";
import { unkeptWords } from "~/features/leaving/services/unkept-declaration.server";
import { saveFlowEnd } from "~/features/leaving/store/unsubscribe-answers.server";
import type { Subscriber } from "~/platform/session/session.server";
import { addresses } from "~/platform/values/addresses";
import { say } from "~/platform/values/say";
import { inBackground } from "~/platform/work/background.server";
import { canceledEnd } from "./canceled-end.server.ts";
import { pressAnswer } from "./press-answer.server.ts";

/** Cancels the main subscription: redirects to the result, or says why it is not confirmed. */
export async function cancelMembership(
  subscriber: Subscriber,
  { answers }: Situation,
  { userAgent, place, step }: { userAgent: string; place: string | null; step: StepNumber },
) {
  const result = await cancelOwn(subscriber, userAgent, { place, step });
  const isDone = result.outcome === "canceled" || result.outcome === "received";
  if (isDone && answers?.position)
    inBackground("end of the unsubscribe flow", saveFlowEnd(subscriber.uid, null));
  switch (result.outcome) {
    case "canceled":
      return result.kept
        ? redirect(addresses.membershipCanceled)
        : pressAnswer({ canceled: canceledEnd("canceled", wordsOf(result.proof)) }, 200);
    case "received":
      return redirect(addresses.membershipCanceled);
    case "declined":
      return pressAnswer(
        { message: result.message, cancellation: result.kept ? "tried-again" : "not-done" },
        502,
      );
    case "not-found":
      return pressAnswer({ message: say`Cant find subscription id or firebase uid` }, 404);
    case "failed":
      return pressAnswer({ cancellation: "not-done" }, 503);
    case "unknown":
      return pressAnswer({ cancellation: "unknown" }, 503);
  }
}

const wordsOf = (proof: string | undefined) =>
  proof === undefined ? undefined : unkeptWords(proof);
