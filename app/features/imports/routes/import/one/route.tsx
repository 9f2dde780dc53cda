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
import { isImportPress, removePress } from "~/features/history/import";
import { ImportsUnreadable } from "~/features/history/import-documents.server";
import { parseShownCount } from "~/features/history/shown-count";
import { notFound, requireImporter } from "~/features/imports/services/guard.server";
import { pressImport } from "~/features/imports/services/press.server";
import { removeRotten } from "~/features/imports/services/remove-rotten.server";
import { shownImport } from "~/features/imports/services/shown.server";
import { fieldText, readForm } from "~/platform/http/forms/parse-form.server";
import { pageMeta } from "~/platform/pages/page-meta";
import { doneCookie } from "~/platform/session/done-cookie.server";
import { orElse, unlessDown } from "~/platform/upstream/upstream.server";
import { addresses } from "~/platform/values/addresses";
import { listedImports } from "../listed.server.ts";
import { importFormRefused, refusedBy } from "../refusals.server.ts";
import { RottenImports } from "../rotten-imports.tsx";
import { ChangesSection } from "./changes.tsx";
import { FoundSection } from "./found.tsx";
import { importPageOf } from "./page-of.server.ts";
import { Presses } from "./presses.tsx";
import { ReadingsTable } from "./readings-table.tsx";
import { ImportOutcome } from "./verdict.tsx";
import { WayOn } from "./way-on.tsx";

export const meta: MetaFunction<typeof loader> = ({ data: page }) =>
  pageMeta(page && "heading" in page ? page.heading.title : words.title);
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

const layout = () => ({ title: words.title, back: addresses.import });

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const { uid } = await requireImporter(request);
  return orElse(
    async () => {
      const shown = await shownImport(uid, id);
      if (!shown) throw notFound();
      return { ...layout(), id, address: addresses.importOf(id), ...importPageOf(shown) };
    },
    async (failure) => {
      const isRotten = failure instanceof ImportsUnreadable;
      const listed = isRotten ? await unlessDown(listedImports(uid)) : undefined;
      if (listed?.rotten.length) return data({ ...layout(), rotten: listed.rotten }, 503);
      return data(
        { ...layout(), address: addresses.importOf(id), unavailable: true as const },
        503,
      );
    },
  );
}

/** What the subscriber decides about an import that is held or in use, or cannot be read (docs/product.md#decisions). */
export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const { uid } = await requireImporter(request);
  const form = await readForm(request);
  const press = fieldText(form, "press");
  if (press === removePress) return answerRemoval(uid, id);
  if (!isImportPress(press)) return importFormRefused("not-possible", undefined, 400);
  const shown =
    press === "discard" ? undefined : parseShownCount(fieldText(form, "followersShown"));
  if (Number.isNaN(shown)) return importFormRefused("shown");
  try {
    const pressed = await pressImport(uid, id, press, shown);
    if (pressed === "done") return redirect(addresses.importOf(id), 303);
    if (pressed === "not-found") throw notFound();
    return importFormRefused(pressed);
  } catch (error) {
    return refusedBy(error);
  }
}

async function answerRemoval(uid: string, id: string) {
  try {
    const removed = await removeRotten(uid, id);
    if (removed === "gone") return redirect(addresses.import, 303);
    if (removed !== "done") return importFormRefused(removed);
    const headers = { "set-cookie": doneCookie("import-removed") };
    return redirect(addresses.import, { status: 303, headers });
  } catch (error) {
    return refusedBy(error);
  }
}

export default function OneImport() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const message = answer && words.refusals[answer.refusal];
  if ("unavailable" in page)
    return (
      <Unavailable retry={page.address}>
        {message ?? "We cannot reach your imports right now. Your data is safe."}
      </Unavailable>
    );
  if ("rotten" in page)
    return (
      <>
        <div className="mb-6 empty:hidden">
          <FormMessage message={message} />
        </div>
        <h1 className="mb-5 text-2xl font-extrabold">{words.title}</h1>
        <RottenImports rotten={page.rotten} />
      </>
    );
  const { state } = page;
  return (
    <>
      <div className="mb-6 empty:hidden">
        <FormMessage
          message={answer?.refusal === "shown" ? undefined : message}
          errors={{ followersShown: answer?.refusal === "shown" ? message : undefined }}
        />
      </div>
      <ImportOutcome state={state} heading={page.heading} problems={page.problems} />
      {state === "used" && (
        <ChangesSection changes={page.changes} isNewest={page.isNewest} unclear={page.unclear} />
      )}
      <ReadingsTable columns={page.columns} />
      {state === "held" && (
        <Presses
          presses={page.presses}
          count={page.count}
          countError={answer?.refusal === "shown" ? message : undefined}
        />
      )}
      <WayOn state={state} id={page.id} address={page.address} />
      <FoundSection
        found={page.found}
        parts={page.parts}
        unknownLabels={page.unknownLabels}
        whole={page.whole}
        counted={page.counted}
      />
      {state === "used" && <Presses presses={page.presses} />}
    </>
  );
}
