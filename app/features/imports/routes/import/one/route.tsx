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
import { FormMessage } from "~/design/form-message";
import { FormToken } from "~/design/form-token";
import { PageIcon, type PageIconName } from "~/design/page-icons";
import { Unavailable } from "~/design/unavailable";
import {
  type ImportPress,
  type ImportState,
  isImportPress,
  removePress,
} from "~/features/history/import";
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
import { say } from "~/platform/values/say";
import { listedImports } from "../listed.server.ts";
import { importFormRefused, refusedBy } from "../refusals.server.ts";
import { RottenImports } from "../rotten-imports.tsx";
import { ShownCountField } from "../shown-count-field.tsx";
import { ChangesSection } from "./changes.tsx";
import { FoundSection } from "./found.tsx";
import { type ImportPage, importPageOf } from "./page-of.server.ts";

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
  if (!isImportPress(press)) return importFormRefused("not-possible", { status: 400 });
  const sent = {
    press,
    shown: fieldText(form, "followersShown"),
    asked: fieldText(form, "asked") || undefined,
  };
  const shown = press === "discard" ? undefined : parseShownCount(sent.shown);
  if (Number.isNaN(shown)) return importFormRefused("shown", sent);
  try {
    const pressed = await pressImport(uid, id, { press, shown, asked: sent.asked?.split(" ") });
    if (pressed === "done") return redirect(addresses.importOf(id), 303);
    if (pressed === "not-found") throw notFound();
    return importFormRefused(pressed, sent);
  } catch (error) {
    return refusedBy(error, sent);
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
    return refusedBy(error, { press: removePress });
  }
}

const looks: Record<ImportState, { icon: PageIconName; tone: string }> = {
  reading: { icon: "pendingRequests", tone: "bg-tint text-blue-ink" },
  held: { icon: "warning", tone: "bg-tint text-blue-ink" },
  used: { icon: "check", tone: "bg-green-tint text-green-ink" },
  refused: { icon: "warning", tone: "bg-red-tint text-red-ink" },
  discarded: { icon: "returned", tone: "bg-tint text-blue-ink" },
};

/** What became of an import, in a sentence, and what is odd about it. */
function ImportOutcome({ page: { state, heading, problems } }: { page: ImportPage }) {
  const { icon, tone } = looks[state];
  return (
    <>
      <div className="flex items-start gap-4">
        <span className={`grid size-12 shrink-0 place-items-center rounded-full ${tone}`}>
          <PageIcon name={icon} />
        </span>
        <div>
          <h1 className="text-2xl font-extrabold">{heading.title}</h1>
          <p className="mt-1 text-muted">{heading.text}</p>
        </div>
      </div>
      {problems.length > 0 && (
        <ul className="mt-5 flex flex-col gap-3">
          {problems.map((problem) => (
            <li
              key={problem}
              className={`rounded-card p-4 ${state === "refused" ? `font-semibold ${tone}` : "bg-tint"}`}
            >
              {problem}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const { wayOn } = words;

/** Where to go from an import. One that is held waits for a decision first. */
function WayOn({ state, id, address }: { state: ImportState; id: string; address: string }) {
  const another = { label: wayOn.another, to: addresses.import };
  const analytics = { label: wayOn.analytics, to: addresses.analytics };
  const compare = {
    label: wayOn.compare,
    to: `${addresses.compare}?${new URLSearchParams({ to: id })}`,
  };
  const ways = {
    reading: [{ label: wayOn.lookAgain, to: address }],
    held: [],
    used: [analytics, compare, another],
    refused: [another, { label: wayOn.howTo, to: `${addresses.import}#how-to` }],
    discarded: [another],
  }[state];
  return (
    <>
      {ways.map(({ label, to }, index) => (
        <a
          key={to}
          href={to}
          className={buttonStyle(
            index === 0 ? "primary" : "quiet",
            `w-full ${index === 0 ? "mt-7" : "mt-3"}`,
          )}
        >
          {label}
        </a>
      ))}
    </>
  );
}

interface PressesProps {
  page: Pick<ImportPage, "count"> & {
    asks?: readonly string[] | undefined;
    presses: readonly { press: string; label: string; text?: string }[];
  };
  /** What is wrong with the number of followers, where that is asked for. */
  countError?: string | undefined;
  /** What was typed as that number. */
  typed: string | undefined;
}

/** What the subscriber may decide about an import, each with what it means. */
function Presses({ page: { presses, count, asks }, countError, typed }: PressesProps) {
  if (presses.length === 0) return null;
  return (
    <form method="post" className="mt-8 flex flex-col gap-5">
      <FormToken />
      {asks && <input type="hidden" name="asked" value={asks.join(" ")} />}
      {count && <ShownCountField {...count} error={countError} typed={typed} />}
      {presses.map(({ press, label, text }, index) => (
        <div key={press}>
          <SubmitButton
            name="press"
            value={press}
            tone={index > 0 || press === "discard" ? "quiet" : "primary"}
            aria-describedby={text && `${press}-text`}
          >
            {label}
          </SubmitButton>
          {text && (
            <p id={`${press}-text`} className="mt-1.5 text-center text-sm text-muted">
              {text}
            </p>
          )}
        </div>
      ))}
    </form>
  );
}

/** The same press again, where nothing is known of the import: what a press means depends on it. */
const pressAgain = (
  press: ImportPress | typeof removePress,
  typed: string | undefined,
  asked: string | undefined,
): PressesProps["page"] => ({
  presses: [{ press, label: say`Try again` }],
  asks: asked?.split(" "),
  count: typed ? words.count : undefined,
});

/** What would follow from an import that is held: two ways of reading it stand side by side. */
function ReadingsTable({ page: { columns } }: { page: ImportPage }) {
  const [first] = columns;
  if (!first) return null;
  return (
    <section aria-labelledby="readings" className="mt-8">
      <h2 id="readings" className="text-xl font-extrabold">
        {words.readings.title}
      </h2>
      <table className="mt-3 w-full table-fixed border-separate border-spacing-0 overflow-hidden rounded-card border border-line text-start shadow-card">
        <thead className="bg-tint">
          <tr>
            <td />
            {columns.map(({ title }) => (
              <th
                key={title}
                scope="col"
                className="px-2 py-2.5 text-end text-sm leading-tight wrap-anywhere"
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {first.facts.map(({ label }, row) => (
            <tr key={label}>
              <th
                scope="row"
                className="border-t border-line px-3 py-2.5 font-normal wrap-anywhere"
              >
                {label}
              </th>
              {columns.map(({ title, facts }) => (
                <td
                  key={title}
                  className="border-t border-line px-2 py-2.5 text-end font-bold wrap-anywhere tabular-nums"
                >
                  {facts[row]?.value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export default function OneImport() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const message = answer && words.refusals[answer.refusal];
  if ("unavailable" in page && answer?.press)
    return (
      <>
        <FormMessage message={message} />
        <h1 className="mt-6 text-2xl font-extrabold">{words.title}</h1>
        <Presses page={pressAgain(answer.press, answer.shown, answer.asked)} typed={answer.shown} />
      </>
    );
  if ("unavailable" in page)
    return (
      <Unavailable retry={page.address}>
        We cannot reach your imports right now. Your data is safe.
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
  const countError = answer?.refusal === "shown" ? message : undefined;
  const presses = <Presses page={page} countError={countError} typed={answer?.shown} />;
  return (
    <>
      <div className="mb-6 empty:hidden">
        <FormMessage
          message={countError ? undefined : message}
          errors={{ followersShown: countError }}
        />
      </div>
      <ImportOutcome page={page} />
      {state === "used" && <ChangesSection page={page} />}
      <ReadingsTable page={page} />
      {state === "held" && presses}
      <WayOn state={state} id={page.id} address={page.address} />
      <FoundSection page={page} />
      {state === "used" && presses}
    </>
  );
}
