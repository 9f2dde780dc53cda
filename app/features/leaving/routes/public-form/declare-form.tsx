import type { ReactNode } from "react";
import { SubmitButton } from "~/design/button";
import { EmailField } from "~/design/email-field";
import { Field } from "~/design/field";
import { FormMessage } from "~/design/form-message";
import { FormToken } from "~/design/form-token";
import type { DeclareAnswer, DeclarePage, Typed } from "./declare-form.server.ts";

interface DeclareFormProps {
  /** Where the form posts to: its own address. */
  postTo: string;
  page: DeclarePage;
  answer: DeclareAnswer | undefined;
  /** The optional fields. */
  children: ReactNode;
}

/** The form of a public declaration: one field, one button, and what is optional folded away below. */
export function DeclareForm({ postTo, page, answer, children }: DeclareFormProps) {
  const { words, typed, shown } = page;
  const { errors = {}, message = null } = answer ?? {};
  return (
    <form method="post" action={postTo} noValidate className="flex flex-col gap-4">
      <FormToken />
      <FormMessage message={message} errors={errors} />
      <input type="hidden" name="shown" value={shown} />
      <p className="text-muted">{words.text}</p>
      <EmailField email={typed.email} error={errors.email} />
      <SubmitButton name="press" value="declare">
        <span lang={words.press.language}>{words.press.text}</span>
      </SubmitButton>
      <p className="text-sm text-muted">{words.afterwards}</p>
      <details
        open={Object.keys(errors).some((name) => name !== "email")}
        className="rounded-card bg-tint px-5 py-3"
      >
        <summary className="py-2 font-bold">{words.more}</summary>
        <div className="mt-2 mb-3 flex flex-col gap-4">{children}</div>
      </details>
    </form>
  );
}

/** The fields that both public forms have. */
export function NameAndContract({ typed }: { typed: Typed }) {
  return (
    <>
      <Field name="name" label="Name" autoComplete="name" defaultValue={typed.name} />
      <Field
        name="contract"
        label="Contract, such as the number of your subscription"
        autoComplete="off"
        defaultValue={typed.contract}
      />
    </>
  );
}

interface SummaryProps {
  postTo: string;
  page: DeclarePage;
  rows: readonly (readonly [label: string, value: string])[];
}

/** What was declared, before the press that counts. */
export function DeclarationSummary({ postTo, page, rows }: SummaryProps) {
  const { press } = page.words.summary;
  return (
    <form method="post" action={postTo} className="flex flex-col gap-4">
      <FormToken />
      <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-2">
        {rows.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="font-bold wrap-anywhere" dir="auto">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      {Object.entries({ ...page.typed, shown: page.shown }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SubmitButton name="press" value="confirm">
        <span lang={press.language}>{press.text}</span>
      </SubmitButton>
      <SubmitButton name="press" value="change" tone="quiet">
        Change it
      </SubmitButton>
    </form>
  );
}
