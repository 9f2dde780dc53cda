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
import { UpstreamError } from "~/clients/upstream.server";
import { FormMessage } from "~/components/form-message";
import { Unavailable } from "~/components/unavailable";
import { isPress } from "~/domain/imports/import";
import { pressImport } from "~/services/imports/press.server";
import { shownImport } from "~/services/imports/shown.server";
import { addresses } from "~/web/addresses";
import { pageMeta } from "~/web/document/page-meta";
import { fieldText, readForm } from "~/web/forms/parse-form.server";
import { notFound, requireImporter } from "../guard.server.ts";
import { refused, refusedBy } from "../refusals.server.ts";
import { Found } from "./found.tsx";
import { pageOf } from "./page-of.server.ts";
import { Presses } from "./presses.tsx";
import { ReadingsTable } from "./readings-table.tsx";

export const meta: MetaFunction<typeof loader> = ({ data: page }) =>
  pageMeta(page && "heading" in page ? page.heading.title : words.title);
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

const layout = { title: words.title, back: addresses.import };

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const { uid } = await requireImporter(request);
  try {
    const shown = await shownImport(uid, id);
    if (!shown) throw notFound();
    return { ...layout, ...pageOf(shown) };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return data({ ...layout, address: addresses.importOf(id), unavailable: true as const }, 503);
  }
}

/** What the subscriber decides about an import that is held or in use (contract 10). */
export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const { uid } = await requireImporter(request);
  const press = fieldText(await readForm(request), "press");
  if (!isPress(press)) return refused("not-possible", undefined, 400);
  try {
    const pressed = await pressImport(uid, id, press);
    if (pressed === "done") return redirect(addresses.importOf(id), 303);
    if (pressed === "not-found") throw notFound();
    return refused(pressed);
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
  return (
    <>
      <h1 className="text-2xl font-extrabold">{page.heading.title}</h1>
      <p className="mt-2 mb-5 text-muted">{page.heading.text}</p>
      <FormMessage message={message} />
      {page.problems.map((problem) => (
        <p key={problem} className="mt-3 rounded-card bg-tint p-4">
          {problem}
        </p>
      ))}
      <ReadingsTable columns={page.columns} />
      <Found found={page.found} />
      <Presses presses={page.presses} />
      <a href={addresses.analytics} className="mt-8 text-center text-blue-ink underline">
        To your analytics
      </a>
    </>
  );
}
