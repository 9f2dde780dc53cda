import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { buttonStyle } from "~/design/button";
import { EntryPage } from "~/design/entry-page";
import { env } from "~/env.server";
import { pageMeta } from "~/platform/pages/page-meta";
import { addresses } from "~/platform/values/addresses";

export const meta: MetaFunction = () => [
  ...pageMeta("We have your declaration"),
  { name: "robots", content: "noindex" },
];

export const loader = ({ request }: LoaderFunctionArgs) => ({
  isWithdrawal: new URL(request.url).pathname === addresses.withdrawReceived,
  supportEmail: env.SUPPORT_EMAIL,
});

/** After a public declaration: the same for every address. */
export default function Received() {
  const { isWithdrawal, supportEmail } = useLoaderData<typeof loader>();
  return (
    <EntryPage title={isWithdrawal ? "We have your withdrawal" : "We have your cancellation"}>
      <div role="status" className="flex flex-col gap-3">
        <p>
          If the address has a subscription, a receipt is on its way to the address that the
          subscription uses, with date, time and what happens when.
        </p>
        <p className="text-muted">
          You do not need to do anything else. If no email comes within an hour, look into your spam
          folder, or write to{" "}
          <a href={`mailto:${supportEmail}`} className="underline">
            {supportEmail}
          </a>
          .
        </p>
        <p className="text-muted">
          If it has one and you sign in,{" "}
          <a href={addresses.myPlan} className="underline">
            My Plan
          </a>{" "}
          soon shows what you declared. There you can have it carried out at once, or stop it.
        </p>
      </div>
      <a href={addresses.home} className={buttonStyle()}>
        Back to home page
      </a>
    </EntryPage>
  );
}
