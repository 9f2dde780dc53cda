import type {
  ActionFunctionArgs,
  HeadersFunction,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SubmitButton } from "~/design/button";
import { Field } from "~/design/field";
import { placeChoices } from "~/features/leaving/place-rules.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMeta } from "~/platform/pages/page-meta";
import { addresses } from "~/platform/values/addresses";
import { say } from "~/platform/values/say";
import { type DeclareAnswer, emptyPage, takeDeclaration } from "./declare-form.server.ts";
import { DeclarationPage } from "./declare-form.tsx";

export const handle: PageHandle = {
  outcome: ({ summary }: DeclareAnswer) => (summary ? say`Please confirm` : undefined),
};

/** Passes on Retry-After. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const meta: MetaFunction = () =>
  pageMeta("Cancel contracts here", "Cancel your subscription without signing in.");

export const loader = ({ request }: LoaderFunctionArgs) => ({
  places: placeChoices(),
  empty: emptyPage("cancel", request),
});

export const action = ({ request, context }: ActionFunctionArgs) =>
  takeDeclaration("cancel", request, context.clientAddress);

const select =
  "block min-h-12 w-full rounded-xl border border-control bg-surface px-4 py-3 text-ink";

/** Canceling without signing in (docs/product.md#leaving). */
export default function Cancel() {
  const { places, empty } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const page = answer ?? empty;
  const { typed } = page;
  return (
    <DeclarationPage postTo={addresses.cancelPublicly} {...{ page, answer }}>
      <Choice
        legend="When"
        name="when"
        chosen={typed.when}
        error={answer?.errors.when}
        choices={{
          soonest: say`As soon as possible`,
          date: say`At the end of the term of this day`,
        }}
      />
      <Field
        name="date"
        type="date"
        label="Day"
        defaultValue={typed.date}
        error={answer?.errors.date}
      />
      <Choice
        legend="Kind"
        name="kind"
        chosen={typed.kind}
        error={answer?.errors.kind}
        choices={{ ordinary: say`Ordinary`, extraordinary: say`Extraordinary, for a reason` }}
      />
      <Field
        name="reason"
        label="Reason, if extraordinary"
        autoComplete="off"
        defaultValue={typed.reason}
      />
      <div>
        <label htmlFor="place" className="mb-1.5 block font-semibold">
          Where you live
        </label>
        <select id="place" name="place" defaultValue={typed.place} className={select}>
          <option value="">Somewhere else, or I do not say</option>
          {places.map(({ place, name }) => (
            <option key={place} value={place}>
              {name}
            </option>
          ))}
        </select>
        <SubmitButton name="press" value="change" tone="outline" className="mt-3 w-full">
          Show the words of this place
        </SubmitButton>
      </div>
    </DeclarationPage>
  );
}

interface ChoiceProps {
  legend: string;
  name: string;
  chosen: string;
  choices: Record<string, string>;
  error: string | undefined;
}

function Choice({ legend, name, chosen, choices, error }: ChoiceProps) {
  return (
    <fieldset aria-describedby={error && `${name}-error`}>
      <legend className="mb-1 font-semibold">{legend}</legend>
      {error && (
        <p id={`${name}-error`} className="text-sm font-semibold text-red-ink">
          {error}
        </p>
      )}
      {Object.entries(choices).map(([value, label], index) => (
        <label key={value} className="flex min-h-11 items-center gap-3">
          <input
            id={index === 0 ? name : undefined}
            type="radio"
            name={name}
            value={value}
            defaultChecked={chosen === value}
            className="size-5 accent-blue"
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
