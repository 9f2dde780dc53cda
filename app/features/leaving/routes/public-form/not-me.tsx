import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { buttonStyle, SubmitButton } from "~/design/button";
import { FormToken } from "~/design/form-token";
import { env } from "~/env.server";
import { openNotMe } from "~/features/leaving/services/not-me-link.server";
import {
  type LinkStanding,
  objectByLink,
  standingOf,
} from "~/features/leaving/services/objecting.server";
import { declaredRows } from "~/features/leaving/services/public-words.server";
import { MailedLinkPage } from "~/features/ways-in/mailed-link-page";
import { fieldText, readForm } from "~/platform/http/forms/parse-form.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMeta } from "~/platform/pages/page-meta";
import { orElse } from "~/platform/upstream/upstream.server";
import { addresses, queryOf } from "~/platform/values/addresses";
import { formatTime } from "~/platform/values/dates";
import { say, sentences } from "~/platform/values/say";

export const handle: PageHandle = {
  outcome: ({ state }: { state: State }) => words[state].title,
};

export const meta: MetaFunction = () => [
  ...pageMeta("This was not me"),
  { name: "robots", content: "noindex" },
];

/** The address contains the token, so the page is never cached, and only this site gets it as referrer. */
export const headers = () => ({
  "Cache-Control": "private, no-store",
  "Referrer-Policy": "same-origin",
});

type State = keyof typeof words;

const page = (state: State, status: number, token = "", rows: [string, string][] = []) =>
  data({ state, token, rows, supportEmail: env.SUPPORT_EMAIL }, status);

function pageOf({ standing, goesOn }: LinkStanding) {
  if (standing !== "stopped") return page("too-late", 410);
  return page(goesOn ? "stopped" : "only-stopped", 200);
}

const maxTokenLength = 2_000;
const tokenIn = (request: Request) => (queryOf(request).get("t") ?? "").slice(0, maxTokenLength);

/** Changes nothing, because mail scanners follow links (docs/product.md#every-page). */
export async function loader({ request }: LoaderFunctionArgs) {
  const token = tokenIn(request);
  return orElse(
    async () => {
      const objection = await openNotMe(token);
      if (!objection) return page("invalid", 403);
      const found = await standingOf(objection);
      const { declared, goesOn } = found;
      if (!declared) return pageOf(found);
      const received: [string, string] = [say`Received`, formatTime(declared.declaredAt)];
      return page(goesOn ? "ready" : "ready-to-stop", 200, token, [
        ...declaredRows(declared),
        received,
      ]);
    },
    () => page("failed", 503, token),
  );
}

export async function action({ request }: ActionFunctionArgs) {
  const token = fieldText(await readForm(request), "t", maxTokenLength) || tokenIn(request);
  return orElse(
    async () => {
      const objection = await openNotMe(token);
      if (!objection) return page("invalid", 403);
      return pageOf(await objectByLink(objection));
    },
    () => page("failed", 503, token),
  );
}

const words = sentences({
  ready: {
    title: "Was this not you?",
    texts: ["Press the button, and nothing changes: your subscription goes on."],
    art: "/images/unsubscribe/goodbye.svg",
  },
  stopped: {
    title: "Nothing changes",
    texts: [
      "The declaration was stopped, and your subscription goes on.",
      "For 90 days, nobody can cancel it on the public page without a press in a letter to you.",
    ],
    art: "/images/unsubscribe/updated.svg",
  },
  "ready-to-stop": {
    title: "Was this not you?",
    texts: ["Press the button, and what was declared is stopped."],
    art: "/images/unsubscribe/goodbye.svg",
  },
  "only-stopped": {
    title: "It was stopped",
    texts: [
      "Nothing comes of this declaration. Your subscription does not renew all the same: it was canceled in another way.",
    ],
    art: "/images/unsubscribe/updated.svg",
  },
  "too-late": {
    title: "It was carried out already",
    texts: ["There is nothing left to stop. Write to us, and we will look for a way with you."],
    art: "/images/states/empty.svg",
  },
  invalid: {
    title: "This link does not work",
    texts: ["It is incomplete or invalid. Open it again from the email, or write to us."],
    art: "/images/states/empty.svg",
  },
  failed: {
    title: "We could not look it up",
    texts: [
      "We do not know whether it was stopped. Please press again in a moment, or write to us.",
    ],
    art: "/images/states/failing.svg",
  },
});

/** The page of a receipt's link: a subscriber stops a declaration that somebody else has made. */
export default function NotMe() {
  const shown = useLoaderData<typeof loader>();
  const { state, token, rows, supportEmail } = useActionData<typeof action>() ?? shown;
  return (
    <MailedLinkPage {...words[state]}>
      {rows.length > 0 && (
        <dl className="mt-6 flex flex-col gap-2 rounded-card bg-tint px-5 py-4 text-start">
          {rows.map(([label, value]) => (
            <div key={label}>
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="font-bold wrap-anywhere" dir="auto">
                {value}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {token && (
        <form method="post" action={addresses.notMe} className="mt-8">
          <FormToken />
          <input type="hidden" name="t" value={token} />
          <SubmitButton>{state === "failed" ? "Try again" : "This was not me"}</SubmitButton>
        </form>
      )}
      <div className={`flex flex-col gap-3 ${token ? "mt-3" : "mt-8"}`}>
        <a href={addresses.home} className={buttonStyle(token ? "quiet" : "primary")}>
          Back to home page
        </a>
        <a href={`mailto:${supportEmail}`} className={buttonStyle("plain")}>
          Contact us
        </a>
      </div>
    </MailedLinkPage>
  );
}
