import type { ReactNode } from "react";
import { SubmitButton } from "~/design/button";
import { EmailField } from "~/design/email-field";
import { EntryPage } from "~/design/entry-page";
import { Field } from "~/design/field";
import { FormMessage } from "~/design/form-message";
import { FormToken } from "~/design/form-token";
import type { DeclareAnswer, DeclarePage } from "./declare-form.server.ts";

interface DeclarationPageProps {
  /** Where the form posts to: its own address. */
  postTo: string;
  page: DeclarePage;
  answer: DeclareAnswer | undefined;
  /** More optional fields. */
  children: ReactNode;
}

/** A page on which somebody declares without signing in: its form, or the summary before the press that counts. */
export function DeclarationPage({ postTo, page, answer, children }: DeclarationPageProps) {
  const { title, summary } = page.words;
  return answer?.summary ? (
    <EntryPage title={summary.title}>
      <DeclarationSummary {...{ postTo, page }} rows={answer.summary} />
    </EntryPage>
  ) : (
    <EntryPage title={title.text} language={title.language}>
      <DeclareForm {...{ postTo, page, answer, children }} />
    </EntryPage>
  );
}

/** One field, one button, and what is optional folded away below. */
function DeclareForm({ postTo, page, answer, children }: DeclarationPageProps) {
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
        <div className="mt-2 mb-3 flex flex-col gap-4">
          <Field name="name" label="Name" autoComplete="name" defaultValue={typed.name} />
          <Field
            name="contract"
            label="Contract, such as the number of your subscription"
            autoComplete="off"
            defaultValue={typed.contract}
          />
          {children}
        </div>
      </details>
    </form>
  );
}

interface SummaryProps {
  postTo: string;
  page: DeclarePage;
  rows: readonly (readonly [label: string, value: string])[];
}

/** What was declared, before the press that counts. */
function DeclarationSummary({ postTo, page, rows }: SummaryProps) {
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
