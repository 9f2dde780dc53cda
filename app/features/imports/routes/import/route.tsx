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
import { buttonStyle, SubmitButton } from "~/design/button";
import { FoldSummary } from "~/design/fold";
import { FormMessage } from "~/design/form-message";
import { FormToken } from "~/design/form-token";
import { NamedIcon } from "~/design/icons";
import { PageIcon } from "~/design/page-icons";
import { ScriptWords } from "~/design/script-words";
import { Unavailable } from "~/design/unavailable";
import { sourceOf } from "~/features/analysis/profiles.server";
import script from "~/features/imports/browser/import.ts?worker&url";
import { requireImporter } from "~/features/imports/services/guard.server";
import { takeIn } from "~/features/imports/services/take-in.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMeta } from "~/platform/pages/page-meta";
import { orElse } from "~/platform/upstream/upstream.server";
import { addresses } from "~/platform/values/addresses";
import { scriptHook } from "~/platform/values/script-hooks";
import { EarlierImports } from "./earlier-imports.tsx";
import { listedImports } from "./listed.server.ts";
import { importFormRefused, refusedBy } from "./refusals.server.ts";
import { RottenImports } from "./rotten-imports.tsx";
import { ScreenPicture } from "./screen-picture.tsx";
import { ShownCountField, type ShownCountFieldProps } from "./shown-count-field.tsx";
import { openUpload } from "./upload.server.ts";

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
      const source = await sourceOf(uid);
      // A refused form is shown here even then.
      if (source === "outside" && context.method !== "POST") return redirect(addresses.analytics);
      return { mayImport: source !== "outside", ...(await listedImports(uid)) };
    },
    // A refused form stays.
    () =>
      context.method === "POST"
        ? { mayImport: true, earlier: [], rotten: [] }
        : data({ unavailable: true as const }, 503),
  );
}

/** Takes an export in while it streams (docs/product.md#imports). */
export async function action({ request, context }: ActionFunctionArgs) {
  const subscriber = await requireImporter(request, { readsBody: true });
  const upload = await openUpload(request, context, subscriber);
  if ("refusal" in upload) return importFormRefused(upload.refusal, { shown: upload.typed() });
  try {
    const taken = await takeIn(subscriber.uid, upload);
    if (taken.outcome === "taken-in") return redirect(addresses.importOf(taken.id), 303);
    const wait = "wait" in taken ? taken.wait : undefined;
    return importFormRefused(taken.outcome, { wait, shown: upload.typed() });
  } catch (error) {
    upload.refuseIfStopping();
    return refusedBy(error, { shown: upload.typed() });
  } finally {
    upload.close();
  }
}

const { form } = words;

/** What app/features/imports/browser/import.ts shows while it opens and sends the files. */
function UploadProgress() {
  return (
    <section
      hidden
      {...scriptHook("import-progress")}
      aria-label={form.title}
      className="group/progress flex flex-col gap-3"
    >
      <progress
        max="1"
        aria-label={form.title}
        className="h-2.5 w-full appearance-none overflow-hidden rounded-full border-0 bg-line accent-blue [&::-moz-progress-bar]:bg-blue [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-blue"
      />
      <output className="block font-semibold wrap-anywhere group-data-[tone=failed]/progress:text-red-ink" />
      <button
        type="button"
        {...scriptHook("import-cancel")}
        className={buttonStyle("quiet", "w-full")}
      >
        {form.cancel}
      </button>
      <button
        type="submit"
        hidden
        {...scriptHook("import-whole")}
        className={buttonStyle("quiet", "w-full")}
      >
        {form.sendWhole}
      </button>
    </section>
  );
}

/** Works without JavaScript. The fields come before the files, so that a wrong one is refused before the files arrive. */
function UploadForm(shown: Pick<ShownCountFieldProps, "error" | "typed">) {
  return (
    <>
      <form
        method="post"
        action={addresses.import}
        encType="multipart/form-data"
        {...scriptHook("import-upload")}
        className="mt-5 flex flex-col gap-5 card p-5 shadow-card"
      >
        <FormToken />
        <h2 className="text-xl font-extrabold">{form.title}</h2>
        <ShownCountField label={form.shown} hint={form.shownHint} {...shown} />
        <div>
          <label htmlFor="export" className="mb-1.5 block font-semibold">
            {form.files}
          </label>
          <input
            id="export"
            name="export"
            type="file"
            multiple
            required
            accept=".zip,.json,.txt,application/zip,application/json,text/plain"
            aria-invalid={false}
            aria-describedby="export-hint"
            className="block w-full rounded-xl border border-control bg-surface p-2 text-sm file:me-3 file:min-h-11 file:cursor-pointer file:rounded-full file:border-0 file:bg-tint file:px-4 file:font-bold file:text-blue-ink"
          />
          <p id="export-hint" className="mt-1.5 text-sm text-muted">
            {form.filesHint}
          </p>
        </div>
        <div className="flex gap-3 rounded-xl bg-tint px-4 py-3 text-sm">
          <NamedIcon name="privacy" className="mt-0.5 size-5 text-blue-ink" />
          <div>
            <p hidden {...scriptHook("import-on-device")} className="mb-1">
              <strong className="block">{form.onDevice}</strong> {form.onDeviceHint}
            </p>
            <p>{words.privacy}</p>
          </div>
        </div>
        <SubmitButton>{form.submit}</SubmitButton>
        <UploadProgress />
        <p className="text-center text-sm">
          {form.noFileYet}{" "}
          <a href="#how-to" className="font-semibold text-blue-ink underline">
            {form.howToLink}
          </a>{" "}
          or{" "}
          <a href={addresses.example} className="font-semibold text-blue-ink underline">
            {form.exampleLink}
          </a>
        </p>
      </form>
      <ScriptWords of="imports" />
      <script type="module" src={script} />
    </>
  );
}

const { howTo } = words;

type Way = (typeof howTo.ways)[number];

/**
 * How to ask Instagram for the export, in the words of its menus.
 * @param open whether the first way is shown at once
 */
function HowTo({ open }: { open: boolean }) {
  return (
    <section aria-labelledby="how-to" className="mt-10">
      <h2 id="how-to" className="scroll-mt-6 text-xl font-extrabold">
        {howTo.title}
      </h2>
      <a
        href={howTo.page.address}
        target="_blank"
        rel="noreferrer"
        className="mt-2 inline-flex min-h-11 items-center gap-1.5 font-semibold text-blue-ink underline"
      >
        {howTo.page.text}
        <PageIcon name="external" className="size-4" />
      </a>
      {howTo.ways.map((way, index) => (
        <Steps key={way.name} way={way} open={open && index === 0} />
      ))}
      <p className="mt-3 text-sm text-muted">{howTo.note}</p>
    </section>
  );
}

function Steps({ way: { name, kind, steps }, open }: { way: Way; open: boolean }) {
  return (
    <details open={open} className="mt-3 card px-5 py-2 shadow-card">
      <FoldSummary className="font-bold">{name}</FoldSummary>
      <ol className="flex flex-col gap-7 pt-3 pb-4">
        {steps.map(({ text, screen }, index) => (
          <li key={text}>
            <p className="flex gap-3">
              <span
                aria-hidden="true"
                className="grid size-7 shrink-0 place-items-center rounded-full bg-tint text-sm font-extrabold text-blue-ink"
              >
                {index + 1}
              </span>
              <span className="pt-0.5">{text}</span>
            </p>
            <Picture kind={kind} name={screen} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function Picture({ kind, name }: { kind: Way["kind"]; name: string | undefined }) {
  const screen = name === undefined ? undefined : howTo.screens[name];
  return screen ? <ScreenPicture kind={kind} screen={screen} /> : null;
}

export default function ImportPage() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if ("unavailable" in page)
    return (
      <Unavailable retry={addresses.import}>
        We cannot reach your imports right now. Your data is safe.
      </Unavailable>
    );
  const message = answer && words.refusals[answer.refusal];
  const countError = answer?.refusal === "shown" ? message : undefined;
  return (
    <>
      <h1 className="text-2xl font-extrabold">{words.title}</h1>
      <p className="mt-2 mb-5 text-muted">{words.intro}</p>
      <FormMessage
        message={countError ? undefined : message}
        errors={{ followersShown: countError }}
      />
      {page.mayImport && (
        <div className="@2xl:grid @2xl:grid-cols-2 @2xl:items-start @2xl:gap-x-10">
          <div>
            {page.rotten.length > 0 ? (
              <RottenImports rotten={page.rotten} />
            ) : (
              <UploadForm error={countError} typed={answer?.shown} />
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
