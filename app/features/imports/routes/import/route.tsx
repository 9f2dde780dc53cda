import words from "content:import";
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FormMessage } from "~/design/form-message";
import { Unavailable } from "~/design/unavailable";
import { profileOf } from "~/features/analysis/profiles.server";
import { requireImporter } from "~/features/imports/services/guard.server";
import { takeIn } from "~/features/imports/services/take-in.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMeta } from "~/platform/pages/page-meta";
import { orElse } from "~/platform/upstream/upstream.server";
import { addresses } from "~/platform/values/addresses";
import { EarlierImports } from "./earlier-imports.tsx";
import { HowTo } from "./how-to.tsx";
import { listedImports } from "./listed.server.ts";
import { importFormRefused, refusedBy } from "./refusals.server.ts";
import { RottenImports } from "./rotten-imports.tsx";
import { openUpload } from "./upload.server.ts";
import { UploadForm } from "./upload-form.tsx";

export const handle: PageHandle = {
  get title() {
    return words.title;
  },
  isWide: true,
};
export const meta: MetaFunction = () => pageMeta(words.title, words.intro);
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { uid } = await requireImporter(request);
  return orElse(
    async () => {
      const { source } = await profileOf(uid);
      // A refused form is shown here even then.
      if (source === "outside" && context.method !== "POST") return redirect(addresses.analytics);
      return { mayImport: source !== "outside", ...(await listedImports(uid)) };
    },
    () => data({ unavailable: true as const }, 503),
  );
}

/** Takes an export in while it streams (docs/product.md#imports). */
export async function action({ request, context }: ActionFunctionArgs) {
  const { uid } = await requireImporter(request);
  const upload = await openUpload(request, context);
  if ("refusal" in upload) return importFormRefused(upload.refusal);
  try {
    const taken = await takeIn(uid, upload);
    if (taken.outcome === "taken-in") return redirect(addresses.importOf(taken.id), 303);
    return importFormRefused(taken.outcome, "wait" in taken ? taken.wait : undefined);
  } catch (error) {
    upload.refuseIfStopping();
    return refusedBy(error);
  } finally {
    upload.close();
  }
}

export default function ImportPage() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const message = answer && words.refusals[answer.refusal];
  if ("unavailable" in page)
    return (
      <Unavailable retry={addresses.import}>
        {message ?? "We cannot reach your imports right now. Your data is safe."}
      </Unavailable>
    );
  return (
    <>
      <h1 className="text-2xl font-extrabold">{words.title}</h1>
      <p className="mt-2 mb-5 text-muted">{words.intro}</p>
      <FormMessage
        message={answer?.refusal === "shown" ? undefined : message}
        errors={{ followersShown: answer?.refusal === "shown" ? message : undefined }}
      />
      {page.mayImport && (
        <div className="@2xl:grid @2xl:grid-cols-2 @2xl:items-start @2xl:gap-x-10">
          <div>
            {page.rotten.length > 0 ? (
              <RottenImports rotten={page.rotten} />
            ) : (
              <UploadForm shownError={answer?.refusal === "shown" ? message : undefined} />
            )}
          </div>
          <div className="@2xl:*:first:mt-5">
            <EarlierImports imports={page.earlier} />
            <HowTo open={page.earlier.length === 0} />
          </div>
        </div>
      )}
    </>
  );
}
