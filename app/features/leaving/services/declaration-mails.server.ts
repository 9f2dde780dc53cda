import offers from "content:offers";
import { env } from "~/env.server";
import { isPaidOnce } from "~/features/account/other-plans";
import { describePlan } from "~/features/account/plan";
import type { Subscription } from "~/features/account/subscription";
import type { DeclarationCounts } from "~/features/leaving/rules/declaration";
import { confirmsInText } from "~/features/leaving/rules/link-words";
import type { PublicDeclaration } from "~/features/leaving/rules/public-declaration";
import { hasPaidForDays } from "~/features/leaving/rules/refund";
import { endWhenCanceled } from "~/features/leaving/rules/term";
import { notMeLink } from "~/features/leaving/services/not-me-link.server";
import { endInWords } from "~/features/leaving/services/obligations.server";
import { linkPageWords, quotedRows } from "~/features/leaving/services/public-words.server";
import { setPlainDocument } from "~/features/report/plain-document.server";
import {
  type CancellationState,
  cancellationMail,
} from "~/features/ways-in/cancellation-mails.server";
import { currentLanguage } from "~/platform/languages/languages.server";
import { composeLetter, type LetterTo } from "~/platform/mail/compose.server";
import type { Mail } from "~/platform/mail/mail.server";
import { signLinkToken } from "~/platform/tokens/link-token.server";
import { within } from "~/platform/upstream/upstream.server";
import { addresses } from "~/platform/values/addresses";
import { dayFormat, formatDate } from "~/platform/values/dates";
import { minute } from "~/platform/values/durations";
import { formatIn } from "~/platform/values/formats";
import { commaList } from "~/platform/values/listed";
import { say } from "~/platform/values/say";
import { asTyped } from "~/platform/values/unlinked";

/** A declaration, and the subscription that it is about. */
export interface Declared extends PublicDeclaration {
  id: string;
  subscriptionId: string;
  subscription: Subscription;
  /** The address of the subscription that was used last. */
  to: string;
  /** After an objection it is carried out only by a link in the letter. */
  needsLink: boolean;
  /** Whether it is carried out at once, such as one by a signed-in subscriber. */
  atOnce: boolean;
  counts: DeclarationCounts;
  /** Of a withdrawal in the period after a renewal: when the first of the terms began that are paid back. */
  renewedAt: number | undefined;
}

const clock = {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
} as const;

/** `Nov 22, 2026, 14:05:09 UTC`: to the second, with its zone. */
export const toTheSecond = (at: number): string =>
  `${formatIn({ ...dayFormat, ...clock, timeZone: "UTC" }).format(at)} UTC`;

const weHave = ({ counts }: Declared): string =>
  counts === "cancel" ? say`We have your cancellation` : say`We have your withdrawal`;

/** As `refundDue` reckons it. */
function paidBack(subscription: Subscription, renewedAt: number | undefined): string {
  if (hasPaidForDays(subscription, renewedAt))
    return say`You have wished to begin at once, so the price of the days that had not begun is paid back within 14 days after your declaration.`;
  return renewedAt === undefined
    ? say`What you have paid is paid back within 14 days after your declaration.`
    : say`What you have paid for the time from ${formatDate(renewedAt)} on is paid back within 14 days after your declaration.`;
}

/** What happens when, in sentences. */
function whatHappens(
  { counts, subscription, needsLink, renewedAt, place }: Declared,
  dueAt: number,
): string[] {
  const late =
    counts === "late-withdrawal"
      ? [say`The time to withdraw is over, so your declaration counts as a cancellation.`]
      : [];
  if (needsLink)
    return [
      ...late,
      say`You have told us before that a declaration was not yours. So nothing happens unless you press the button in this letter, within 7 days.`,
    ];
  const isAtOnce = dueAt <= Date.now();
  const when = toTheSecond(dueAt);
  if (counts === "withdraw")
    return [
      isAtOnce
        ? say`We carry out your withdrawal now.`
        : say`We carry out your withdrawal on ${when}.`,
      paidBack(subscription, renewedAt),
    ];
  const end = endInWords(endWhenCanceled(subscription, dueAt), subscription.country ?? place);
  return [
    ...late,
    isAtOnce
      ? say`We carry out your cancellation now. Your subscription ends on ${end}, and you keep your access until then.`
      : say`We carry out your cancellation on ${when}. Your subscription ends on ${end}, and you keep your access until then.`,
  ];
}

/** Only for the letter: its PDF has no button. */
const howToStop = ({ needsLink }: Declared, dueAt: number): string[] =>
  needsLink || dueAt <= Date.now()
    ? []
    : [
        say`Until then you can still stop it: press 'This was not me' below. Otherwise you need not do anything.`,
      ];

const line = ([label, value]: readonly [string, string]): string => say`${label}: ${value}`;

type Row = [label: string, value: string];

/** Which subscription a letter is about. Its plan is left out where nobody knows it. */
interface About {
  subscriptionId: string;
  subscription?: Subscription | undefined;
}

/** What is paid once has no plan. */
const aboutRows = ({ subscriptionId, subscription }: About): Row[] => [
  ...(subscription && !isPaidOnce(subscription)
    ? [[say`Plan`, nameOfPlan(subscription)] satisfies Row]
    : []),
  [say`Subscription`, subscriptionId],
];

const receivedRows = (about: About & { declaredAt: number }): Row[] => [
  ...aboutRows(about),
  [say`Received`, toTheSecond(about.declaredAt)],
];

export const nameOfPlan = ({ planCode }: Subscription): string =>
  describePlan(planCode, offers.plans).name;

/** That canceling one plan leaves others; empty where there are none. */
export const otherPlansGoOn = (plans: readonly Subscription[]): string[] =>
  plans.length === 0
    ? []
    : [
        say`This goes on until you cancel it, too: ${commaList(plans.map((plan) => `${nameOfPlan(plan)} (${plan.id})`))}.`,
      ];

const whatWasDeclared = (rows: readonly Row[]) => ({
  title: say`What was declared`,
  items: rows.map(line),
});

/** Milliseconds that a letter waits for its PDF, which may have to wait for its turn. */
const setWithin = 15_000;

/** The letter with its PDF; without it where that cannot be set in time. */
async function withPdf(
  mail: Mail,
  about: "cancellation" | "withdrawal",
  rows: readonly Row[],
  closing: string[],
): Promise<Mail> {
  const setting = setPlainDocument({
    language: currentLanguage(),
    title: mail.subject,
    author: "Profile Analyzer",
    paragraphs: [say`Profile Analyzer has received this declaration.`],
    rows: rows.map(([label, value]): Row => [label, asTyped(value)]),
    closing,
  });
  const pdf = await within(setWithin, setting);
  if (!pdf) return mail;
  const filename = `${about}-receipt.pdf`;
  const attachment = { filename, content: Buffer.from(pdf), contentType: "application/pdf" };
  return { ...mail, attachments: [attachment] };
}

/** How long after a declaration its receipt waits for the PDF, before it goes out without. */
const mostWaitForPdf = 10 * minute;

/**
 * Ends the run of a receipt whose PDF could not be set, so that it is tried again: the failure is ours, and passes.
 * After `mostWaitForPdf` the receipt goes out without the PDF.
 */
export const waitForPdf = ({ attachments }: Mail, declaredAt: number) =>
  !attachments && Date.now() < declaredAt + mostWaitForPdf
    ? ({ end: "again", reason: "report: the receipt's PDF was not set" } as const)
    : undefined;

/** The receipt: content, date, time and what happens when, as text, HTML and PDF. */
export async function receiptMail(declared: Declared, dueAt: number): Promise<Mail> {
  const { id, to, counts } = declared;
  const rows = [...quotedRows(declared), ...receivedRows(declared)];
  const closing = whatHappens(declared, dueAt);
  const mail = await composeLetter({
    to,
    id: `receipt-${id}`,
    subject: weHave(declared),
    paragraphs: [...closing, ...howToStop(declared, dueAt)],
    parts: [whatWasDeclared(rows)],
    action: await actionOf(declared),
  });
  return withPdf(mail, counts === "cancel" ? "cancellation" : "withdrawal", rows, closing);
}

/**
 * The first letter about a cancellation that is carried out at once (signed in, by a mailed link or an interface), which is its
 * receipt, too.
 * @param endsAt when the subscription ends; left out where nobody knows
 */
export async function cancellationReceiptMail(
  state: CancellationState,
  {
    endsAt,
    ...declared
  }: LetterTo &
    About & {
      declaredAt: number;
      /** Whether it is about another plan than the main one. */
      isOther: boolean;
      endsAt?: number | undefined;
      /** The place where it was declared, if it is known: its clock tells the day of the end. */
      place?: string | undefined;
    },
): Promise<Mail> {
  const { id, to } = declared;
  const rows: Row[] = [
    [say`What`, say`I cancel my contract (ordinary)`],
    ...receivedRows(declared),
  ];
  const place = declared.subscription?.country ?? declared.place ?? null;
  if (endsAt !== undefined) rows.push([say`Ends on`, endInWords(endsAt, place)]);
  const mail = await cancellationMail(state, {
    id,
    to,
    isOther: declared.isOther,
    parts: [whatWasDeclared(rows)],
  });
  return withPdf(mail, "cancellation", rows, []);
}

/** What has become of a cancellation whose receipt went out before. Of another plan than the main one it says which. */
export function cancellationStateMail(
  state: CancellationState,
  { subscriptionId, subscription, isOther, ...letter }: LetterTo & About & { isOther: boolean },
): Promise<Mail> {
  if (!isOther) return cancellationMail(state, letter);
  const items = aboutRows({ subscriptionId, subscription }).map(line);
  return cancellationMail(state, { ...letter, isOther, parts: [{ items }] });
}

/** The button of a letter that asks for nothing. */
export const openApp = (path: string = addresses.dashboard) => ({
  label: say`Open Profile Analyzer`,
  address: `${env.APP_ORIGIN}${path}`,
});

const actionOf = (declared: Declared) => {
  if (declared.atOnce) return openApp();
  return declared.needsLink ? confirming(declared) : objecting(declared);
};

const objecting = async ({ subscriptionId, id: declaration }: Declared) => ({
  label: say`This was not me`,
  address: await notMeLink({ subscriptionId, declaration }),
});

/** The link by which the owner confirms this declaration. */
async function confirming({ id, subscriptionId, counts, subscription, place: typed }: Declared) {
  const kind = counts === "withdraw" ? "withdraw" : "cancel";
  const place = subscription.country ?? typed;
  const about = confirmsInText({ declaration: id, kind, place });
  const from = await signLinkToken("cancellation", subscriptionId, undefined, about);
  return {
    label: linkPageWords({ kind, place }).press.text,
    address: `${env.APP_ORIGIN}${addresses.cancelByLink}?${new URLSearchParams({ from })}`,
  };
}

/** To the typed address, which the subscription knows but no longer uses: without plan and dates. */
export const copyOfReceiptMail = (declared: Declared): Promise<Mail> =>
  composeLetter({
    to: declared.email,
    id: `receipt-copy-${declared.id}`,
    subject: weHave(declared),
    paragraphs: [
      say`The receipt with everything that happens next went to the address that your subscription uses now.`,
    ],
    action: openApp(),
  });

/**
 * The second letter, six hours before a declaration is carried out.
 * @param isHeld whether another second letter has named an earlier time
 */
export async function secondMail(
  declared: Declared,
  { dueAt, isHeld }: { dueAt: number; isHeld: boolean },
): Promise<Mail> {
  const { id, to, counts, declaredAt } = declared;
  return composeLetter({
    to,
    id: isHeld ? `second-later-${id}` : `second-${id}`,
    subject:
      counts === "cancel"
        ? say`Your cancellation is carried out soon`
        : say`Your withdrawal is carried out soon`,
    paragraphs: [
      say`We received it on ${toTheSecond(declaredAt)}, and carry it out on ${toTheSecond(dueAt)}.`,
      say`If it was you, you need not do anything. If it was not, press the button: then nothing changes.`,
    ],
    action: await objecting(declared),
  });
}

/** To an address without a subscription. It repeats nothing that was typed, and has no link that acts. */
export const noSubscriptionMail = (id: string, to: string): Promise<Mail> =>
  composeLetter({
    to,
    id: `no-subscription-${id}`,
    subject: say`We found no subscription for this address`,
    paragraphs: [
      say`Somebody has entered this address on the page that cancels subscriptions of Profile Analyzer. We know no subscription with it.`,
      say`If you have one, it has another address: the one at which you get our letters and receipts. Enter that one, or write to us.`,
      say`If it was not you, you need not do anything.`,
    ],
    action: openApp(""),
  });

/** The receipt of a declaration that changes nothing: the subscription had been canceled before, or does not renew. */
export async function alreadyCanceledMail(
  declared: PublicDeclaration &
    Pick<Declared, "id" | "to" | "subscriptionId" | "subscription"> & {
      /** Other plans of theirs that renew. */
      goOn: readonly Subscription[];
      /** The place of the subscriber; null: it is not known. */
      ownPlace: string | null;
    },
): Promise<Mail> {
  const { id, to, subscription, declaredAt } = declared;
  const isOnce = isPaidOnce(subscription);
  const rows: Row[] = [...quotedRows(declared), ...receivedRows(declared)];
  // When an expired subscription has ended is known only if the service says it.
  const isOver = subscription.status === "expired";
  const isKnown = subscription.endsAt !== undefined || (!isOver && !isOnce);
  const endsAt = isKnown
    ? (subscription.endsAt ?? endWhenCanceled(subscription, declaredAt))
    : undefined;
  const place = declared.ownPlace ?? declared.place;
  if (endsAt !== undefined) rows.push([say`Ends on`, endInWords(endsAt, place)]);
  const closing = [
    isOnce
      ? say`The time to withdraw from this purchase is over. It was paid once and does not renew, so there is nothing to cancel: nothing changes.`
      : say`We have received a declaration that you leave. Your subscription had been canceled before, so nothing changes: it will not renew.`,
    ...otherPlansGoOn(declared.goOn),
  ];
  const mail = await composeLetter({
    to,
    id: `already-canceled-${id}`,
    subject: isOnce ? say`We have your withdrawal` : say`Your subscription is already canceled`,
    paragraphs: closing,
    parts: [whatWasDeclared(rows)],
    action: openApp(),
  });
  return withPdf(mail, isOnce ? "withdrawal" : "cancellation", rows, closing);
}
