import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { buttonStyle, SubmitButton } from "~/design/button";
import { FormToken } from "~/design/form-token";
import { env } from "~/env.server";
import { cancelByLink, hasCanceled } from "~/features/leaving/cancellation.server";
import {
  type Confirms,
  linkWords,
  mayGoThrough,
  readConfirms,
  withdrawalLinkWords,
} from "~/features/leaving/rules/link-words";
import { type LinkPageWords, linkPageWords } from "~/features/leaving/services/public-words.server";
import { unkeptWords } from "~/features/leaving/services/unkept-declaration.server";
import { needsOwnPress } from "~/features/leaving/store/objections.server";
import { MailedLinkPage } from "~/features/ways-in/mailed-link-page";
import { fieldText, readForm } from "~/platform/http/forms/parse-form.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMeta } from "~/platform/pages/page-meta";
import { type ReadLink, verifyLinkToken } from "~/platform/tokens/link-token.server";
import { unlessDown, within, withoutWaiting } from "~/platform/upstream/upstream.server";
import { addresses, queryOf } from "~/platform/values/addresses";
import { scriptHook } from "~/platform/values/script-hooks";
import { type LinkOutcome, outcomeText } from "./outcomes.ts";

export const handle: PageHandle = {
  outcome: ({ outcome, done }: Page) => done?.title ?? (outcome && outcomeText(outcome).title),
};

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => [
  ...(shown?.withdraws ? pageMeta("Withdraw from contract") : pageMeta("Cancel your subscription")),
  { name: "robots", content: "noindex" },
];

/** The address contains the token, so the page is never cached and its requests send only the origin as referrer. */
export const headers = () => ({
  "Cache-Control": "private, no-store",
  "Referrer-Policy": "strict-origin",
});

interface Page {
  outcome: LinkOutcome | undefined;
  /** For the form; undefined if there is nothing left to press. */
  token: string | undefined;
  /** Whether only the person's press may post the form, and no script. */
  needsPress: boolean;
  supportEmail: string;
  /** Texts after those of the outcome. */
  said: readonly string[];
  /** The page's words, where the link confirms a declaration. */
  words?: LinkPageWords | undefined;
  /** Title and texts that replace those of the outcome. */
  done?: LinkPageWords["done"];
  /** Whether the link is about a withdrawal. */
  withdraws: boolean;
}

const page = (
  outcome: LinkOutcome | undefined,
  token: string | undefined,
  status: number,
  more: Partial<Page> = {},
) =>
  data<Page>(
    {
      outcome,
      token,
      needsPress: true,
      said: [],
      withdraws: false,
      supportEmail: env.SUPPORT_EMAIL,
      ...more,
    },
    status,
  );

const maxTokenLength = 4_000;

/** Must not change anything, because mail scanners follow links (docs/product.md#every-page). */
export async function loader({ request }: LoaderFunctionArgs) {
  const searchParams = queryOf(request);
  const token = searchParams.get("from") ?? "";
  const link = await verifyLinkToken("cancellation", token);
  if ("refused" in link)
    return page(link.refused, undefined, link.refused === "expired" ? 410 : 403, {
      // After the press the token is in the posted form only. The query still says what the link is about.
      withdraws: searchParams.has("withdraw"),
    });
  const words = link.about === undefined ? undefined : linkPageWords(readConfirms(link.about));
  const withdraws = words?.done !== undefined;
  return page(undefined, token, 200, {
    needsPress: await needsPress(link),
    words,
    withdraws,
  });
}

/** Milliseconds within which it must be known that nobody has objected, and that the link is new. */
const knownWithin = 1_000;

/**
 * Whether the person must press: after an objection, where the link has canceled before and the subscription may have been
 * resumed since, or while that is not known. Some mail scanners run scripts.
 */
async function needsPress({ subject, id }: ReadLink): Promise<boolean> {
  const reasons = [needsOwnPress(subject, Date.now()), hasCanceled(subject, id)];
  const asked = withoutWaiting("firestore", unlessDown(Promise.all(reasons)), undefined);
  return (await within(knownWithin, asked))?.includes(true) ?? true;
}

/** Posted by the page's own form, or by a mail program without any cookie (RFC 8058). */
export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  const token = fieldText(form, "from", maxTokenLength) || (queryOf(request).get("from") ?? "");
  const how = form.get("List-Unsubscribe") === "One-Click" ? "one-click" : "link";
  const result = await cancelByLink(token, request.headers.get("user-agent") ?? "", how);
  switch (result.outcome) {
    case "canceled":
      return page("canceled", undefined, 200, {
        said: result.proof === undefined ? [] : unkeptWords(result.proof),
        done: doneBy(result),
      });
    case "received":
      return page("received", undefined, 202, { done: doneBy(result) });
    case "declined":
      return result.kept ? page("received", undefined, 202) : page("not-done", token, 502);
    case "failed":
      return page("not-done", token, 503);
    case "unknown":
      return page("unknown", token, 503, withdrawalIn(result));
    case "not-found":
      return page("not-found", undefined, 404);
    case "refused":
      return page(result.reason, undefined, result.reason === "invalid" ? 403 : 410, {
        withdraws: result.reason === "over",
      });
  }
}

/** What the page says if it is not known whether a withdrawal was confirmed. */
function withdrawalIn({ confirms }: { confirms?: Confirms }): Partial<Page> {
  if (confirms?.kind !== "withdraw") return {};
  const texts = [mayGoThrough(env.SUPPORT_EMAIL)];
  return { done: { title: withdrawalLinkWords.unknown, texts }, withdraws: true };
}

const doneBy = ({ confirms }: { confirms?: Confirms }) => confirms && linkPageWords(confirms).done;

/** The cancel-by-link result page (docs/product.md#by-link). */
export default function CancelByLink() {
  const shown = useLoaderData<typeof loader>();
  const {
    outcome,
    token,
    needsPress: byHand,
    supportEmail,
    said,
    words,
    done,
    withdraws,
  } = useActionData<typeof action>() ?? shown;
  const { title, texts, art } = {
    ...outcomeText(outcome),
    ...(words && { texts: [words.text] }),
    ...done,
  };
  return (
    <MailedLinkPage
      title={words?.title.text ?? title}
      language={words?.title.language}
      texts={[...texts, ...said]}
      art={art}
    >
      {token && (
        <form
          method="post"
          action={withdraws ? `${addresses.cancelByLink}?withdraw` : addresses.cancelByLink}
          {...(!byHand && scriptHook("by-itself"))}
          className="mt-8"
        >
          <FormToken />
          <input type="hidden" name="from" value={token} />
          <SubmitButton>
            {outcome ? (
              "Try again"
            ) : (
              <span lang={words?.press.language}>{words?.press.text ?? linkWords.press}</span>
            )}
          </SubmitButton>
        </form>
      )}
      {outcome && (
        <div className={`flex flex-col gap-3 ${token ? "mt-3" : "mt-8"}`}>
          <a href={addresses.home} className={buttonStyle(token ? "quiet" : "primary")}>
            Back to home page
          </a>
          <a href={`mailto:${supportEmail}`} className={buttonStyle("plain")}>
            Contact us
          </a>
        </div>
      )}
    </MailedLinkPage>
  );
}
