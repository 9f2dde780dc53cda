import type { ActionFunctionArgs } from "@remix-run/node";
import { env } from "~/env.server";
import { requestDeletion } from "~/features/connection/services/disconnect.server";
import { addresses } from "~/platform/values/addresses";
import { answerMeta, metaWrongMethod } from "./meta-answer.ts";

export const loader = metaWrongMethod;

/** Meta passes on somebody's wish that their data be deleted (docs/interfaces/app.yaml). */
export const action = (call: ActionFunctionArgs) =>
  answerMeta(call, async (signedRequest) => {
    const code = await requestDeletion(signedRequest);
    if (code === undefined) return undefined;
    return { url: `${env.APP_ORIGIN}${addresses.dataDeletion(code)}`, confirmation_code: code };
  });
