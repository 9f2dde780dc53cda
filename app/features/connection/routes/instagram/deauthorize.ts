import type { ActionFunctionArgs } from "@remix-run/node";
import { deauthorize } from "~/features/connection/services/disconnect.server";
import { answerMeta, metaWrongMethod } from "./meta-answer.ts";

export const loader = metaWrongMethod;

/** Meta says that somebody has removed the app (docs/interfaces/app.yaml). */
export const action = (call: ActionFunctionArgs) =>
  answerMeta(call, async (signedRequest) =>
    (await deauthorize(signedRequest)) ? { success: true } : undefined,
  );
