import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { EntryPage } from "~/design/entry-page";
import { publicWords, summaryWords } from "~/features/leaving/services/public-words.server";
import { pageMeta } from "~/platform/pages/page-meta";
import { addresses } from "~/platform/values/addresses";
import { emptyForm, takeDeclaration } from "./declare-form.server.ts";
import { DeclarationSummary, DeclareForm, NameAndContract } from "./declare-form.tsx";

export const meta: MetaFunction = () =>
  pageMeta("Withdraw from contract here", "Withdraw from your subscription within 14 days.");

export const loader = () => ({
  words: publicWords.withdraw,
  summaryTexts: summaryWords.withdraw,
  empty: emptyForm,
});

export const action = ({ request, context }: ActionFunctionArgs) =>
  takeDeclaration("withdraw", request, context.clientAddress);

/** Withdrawing without signing in (docs/product.md#leaving). */
export default function Withdraw() {
  const { words, summaryTexts, empty } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const typed = answer?.typed ?? empty;
  const postTo = addresses.withdraw;
  return answer?.summary ? (
    <EntryPage title={summaryTexts.title}>
      <DeclarationSummary {...{ postTo, typed }} press={summaryTexts.press} rows={answer.summary} />
    </EntryPage>
  ) : (
    <EntryPage title={words.title}>
      <DeclareForm {...{ postTo, words, answer, typed }}>
        <NameAndContract typed={typed} />
      </DeclareForm>
    </EntryPage>
  );
}
