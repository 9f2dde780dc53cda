import type {
  ActionFunctionArgs,
  HeadersFunction,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
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
  pageMeta("Withdraw from contract here", "Withdraw from your subscription within 14 days.");

export const loader = ({ request }: LoaderFunctionArgs) => emptyPage("withdraw", request);

export const action = ({ request, context }: ActionFunctionArgs) =>
  takeDeclaration("withdraw", request, context.clientAddress);

/** Withdrawing without signing in (docs/product.md#leaving). */
export default function Withdraw() {
  const empty = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const page = answer ?? empty;
  return (
    <DeclarationPage postTo={addresses.withdraw} {...{ page, answer }}>
      {/* Nothing more may be asked for here: the place comes with the link, if at all. */}
      <input type="hidden" name="place" value={page.typed.place} />
    </DeclarationPage>
  );
}
