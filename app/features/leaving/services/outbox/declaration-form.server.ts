import { randomUUID } from "node:crypto";
import { z } from "zod";
import { accountOfAddresses } from "~/features/account/identity.server";
import { writtenTo } from "~/features/account/language.server";
import { isPaidOnce, otherPlans, subscriptionToCancel } from "~/features/account/other-plans";
import { settingsOf } from "~/features/account/settings.server";
import {
  findMainSubscription,
  isRunning,
  type Subscription,
} from "~/features/account/subscription";
import {
  subscriptionById,
  subscriptionsByEmail,
  subscriptionsOf,
} from "~/features/account/subscriptions.server";
import { namedById, namedContracts } from "~/features/leaving/rules/named-contract";
import {
  type PublicDeclaration,
  publicDeclaration,
  unquoted,
  wishedDayIn,
} from "~/features/leaving/rules/public-declaration";
import { alarmOfFlood, cameInFlood } from "~/features/leaving/services/brake.server";
import {
  lettersToOperator,
  takeLetter,
  takeLetterToStranger,
} from "~/features/leaving/services/declaration-limits.server";
import {
  alreadyCanceledMail,
  nameOfPlan,
  noSubscriptionMail,
  waitForPdf,
} from "~/features/leaving/services/declaration-mails.server";
import { obligationsOn, zoneOfPlace } from "~/features/leaving/services/obligations.server";
import { extraordinaryMail } from "~/features/leaving/services/operator-mails.server";
import { orderFor, withAccount } from "~/features/leaving/services/outbox/cancellation.server";
import { keepOpenDeclaration } from "~/features/leaving/services/outbox/open-declaration/change.server";
import { countsAs } from "~/features/leaving/services/outbox/open-declaration/due.server";
import {
  isKept,
  openDeclarations,
} from "~/features/leaving/services/outbox/open-declaration/kind.server";
import { stillRenewing } from "~/features/leaving/services/outbox/renewal.server";
import { publicText } from "~/features/leaving/services/public-words.server";
import { queuePlace, turnOf } from "~/features/leaving/store/declaration-queue.server";
import {
  amendDeclaration,
  declarationDocuments,
  type ProofTime,
  stopUnfound,
} from "~/features/leaving/store/declarations.server";
import { languages, speakingIn } from "~/platform/languages/languages.server";
import type { Mail } from "~/platform/mail/mail.server";
import { deliverLetter } from "~/platform/outbox/letter.server";
import { carryOut, type OutboxKind, type Run, type Verdict } from "~/platform/outbox/runner.server";
import { keepEntry } from "~/platform/outbox/store/keep.server";
import { orElse, unlessDown } from "~/platform/upstream/upstream.server";
import { day } from "~/platform/values/durations";
import { inBackground } from "~/platform/work/background.server";

const progress = z.object({
  /** The operator was told of an extraordinary cancellation. */
  told: z.boolean(),
  /** The letter to an address with nothing to end is counted, or was about to be when the process ended. */
  counted: z.boolean().default(false),
  /** It was looked up and settled. Only the operator is still to be told. */
  settled: z.boolean().default(false),
  /** Its address has no subscription. */
  isNobodys: z.boolean().default(false),
  /** The subscription that it was first found to be about: of somebody with several, another may be meant later. */
  subscription: z.string().nullable().default(null),
  /** Its place among declarations that wait for each other's letters; null: it does not wait. */
  queue: queuePlace.nullable().default(null),
});
type FormProgress = z.output<typeof progress>;
type Looking = Run<PublicDeclaration, FormProgress, never>;
type LookedUp = Verdict<PublicDeclaration, FormProgress, never>;

/**
 * What somebody has declared on the public pages, in `declarationForms/{declaration}`, until it is known whose subscription
 * it is about.
 */
export const declarationForms: OutboxKind<PublicDeclaration, FormProgress, never> = {
  name: "declaration-form",
  collection: "declarationForms",
  payload: publicDeclaration,
  progress,
  // Looking it up takes up to 4 s, writing 5 s, a letter 6.5 s, its PDF 15 s.
  lease: 40_000,
  backOff: { first: 2_000, most: 300_000 },
  askPersonAfter: day / 8,
  stopsThen: false,
  isErasedWhenSettled: true,
  concurrency: 10,
  rate: { max: 100, duration: 1_000 },
  handle: lookUp,
  // Where it was found, only a letter to the operator is given up: the declaration goes on.
  afterGiveUp: stopUnfound,
};

/**
 * Keeps what somebody has declared without signing in. Resolves before anything is looked up: no answer may depend on
 * whose the address is.
 * @throws UpstreamError if it could not be kept
 */
export async function declarePublicly(
  declared: PublicDeclaration,
  shownWith: Parameters<typeof publicText>[1],
): Promise<void> {
  const id = randomUUID();
  const { kind, place, declaredAt } = declared;
  const said = { kind, subscription: null, how: "public", place, declaredAt, dueAt: null } as const;
  const text = publicText(declared, shownWith);
  const { claim } = await keepEntry(declarationForms, id, {
    isDone: () => false,
    canJoin: () => false,
    join: () => ({}),
    begin: () => ({
      key: id,
      payload: declared,
      progress: progress.parse({ told: false }),
      runsInBackground: true,
    }),
    beside: () => declarationDocuments(id, said, obligationsOn(place, declaredAt), text),
  });
  if (claim) inBackground("declaration", carryOut(declarationForms, claim).finished);
}

async function lookUp(run: Looking): Promise<LookedUp> {
  const { id, entry } = run;
  const typed = entry.payload;
  if (entry.progress.settled)
    return tellOfReason(run, entry.progress.isNobodys ? "nobody known" : "a subscriber");
  await tellOfFlood(typed);
  const { queue } = entry.progress;
  const meant = await orElse(
    () => meantBy(typed, entry.progress.subscription),
    (failure) => {
      if (!queue) throw failure;
      return "unknown" as const;
    },
  );
  // A declaration that cannot be looked up keeps its place in the queue.
  if (meant === "unknown") {
    const reason = "it is not known whose subscription it is";
    return {
      end: "again",
      reason,
      progress: { queue: queue && { ...queue, askedAt: Date.now() } },
    };
  }
  if (!meant) {
    const isCounted = await isCountedOnce(run, () => takeLetterToStranger(typed.email));
    const mail = isCounted
      ? await writtenTo({ uid: "", page: typed.language }, () =>
          noSubscriptionMail(id, typed.email),
        )
      : undefined;
    await run.saveProgress({ progress: { isNobodys: true } });
    return (
      (await settle(run, { state: "no-subscription" }, mail)) ?? tellOfReason(run, "nobody known")
    );
  }
  const { found, order, place } = meant;
  const declared = whereTheyLive(typed, place);
  const to = found.emails.at(-1) ?? declared.email;
  if (entry.progress.subscription === null)
    await run.saveProgress({ progress: { subscription: found.id } });
  const known = {
    subscription: found.id,
    place: place ?? declared.place,
    ...lawsFor(place, declared),
  };
  const endsNothing =
    declared.kind === "cancel" ? found.status !== "active" : isTooLate(declared, found, place);
  if (endsNothing && !(await isKept(found.id, id))) {
    const isCounted = await isCountedOnce(run, async () => (await takeLetter(to)) === undefined);
    const goOn = await stillRenewing(meant.others);
    const write = (said: PublicDeclaration) =>
      writtenTo({ email: to, page: declared.language }, () =>
        alreadyCanceledMail({
          ...said,
          id,
          to,
          subscriptionId: found.id,
          subscription: found,
          goOn,
          ownPlace: place,
        }),
      );
    const mail = isCounted ? await write(declared) : undefined;
    const waits = mail && waitForPdf(mail, declared.declaredAt);
    if (waits) return waits;
    const composeUnquoted = () => write(unquoted(declared));
    return (
      (await settle(run, { ...known, state: "already-canceled" }, mail, composeUnquoted)) ??
      tellOfReason(run)
    );
  }
  const kept = await keepOpenDeclaration(id, declared, { subscription: found, order, place });
  if (!kept) {
    const turn = turnOf(found.id, id, declared.declaredAt);
    const reason = "another declaration of the subscription comes first";
    return { end: "again", reason, progress: { queue: { turn, askedAt: Date.now() } } };
  }
  const { claim, declaration } = kept;
  if (claim) inBackground("open declaration", carryOut(openDeclarations, claim).finished);
  return (
    (await settle(run, declaration === id ? known : { ...known, state: "same" })) ??
    tellOfReason(run)
  );
}

/** Whether its letter may go out. It is counted once, however often the mail server does not take it. */
async function isCountedOnce(
  { entry, saveProgress }: Looking,
  take: () => Promise<boolean>,
): Promise<boolean> {
  if (entry.progress.counted) return true;
  // Kept first, then counted: if keeping failed after counting, the next try would find the limit used up.
  await saveProgress({ progress: { counted: true } });
  const isTaken = await take();
  if (!isTaken) await saveProgress({ progress: { counted: false } });
  return isTaken;
}

/** The wished day by the clock of the place that is known, else of the typed one. The answer to the form knew only that. */
function whereTheyLive(typed: PublicDeclaration, place: string | null): PublicDeclaration {
  const zone = zoneOfPlace(place) ?? zoneOfPlace(typed.place) ?? "UTC";
  return { ...typed, ...(typed.wishedDay !== null && wishedDayIn(typed.wishedDay, zone)) };
}

/** What is paid once does not renew: after the time to withdraw there is nothing to cancel, either. */
const isTooLate = (declared: PublicDeclaration, one: Subscription, place: string | null): boolean =>
  isPaidOnce(one) &&
  countsAs(declared, { ...one, country: one.country ?? place ?? undefined }) !== "withdraw";

/** The operator hears of a flood while it comes, not when the first of it falls due. */
async function tellOfFlood({ declaredAt }: PublicDeclaration): Promise<void> {
  const isFlood = await unlessDown(cameInFlood(declaredAt));
  if (isFlood) await unlessDown(alarmOfFlood(declaredAt));
}

/** The laws of the subscription's own place and of the typed one: what was typed can only add to somebody's rights. */
function lawsFor(country: string | null, { place, declaredAt, wishedAt }: PublicDeclaration) {
  const known = [country, place].filter((one) => one !== null);
  const places = known.length > 0 ? known : [null];
  const all = places.map((one) => obligationsOn(one, declaredAt));
  return {
    rules: [...new Set(all.flatMap(({ laws }) => laws))],
    proof: {
      // Until a wished day nothing is carried out.
      from: Math.max(declaredAt, wishedAt ?? declaredAt),
      years: Math.max(...all.map(({ proofYears }) => proofYears)),
      yearsAfterEnd: Math.max(...all.map(({ proofYearsAfterEnd }) => proofYearsAfterEnd)),
    },
  };
}

/**
 * The subscription that a declaration is about, and what it takes to carry it out; undefined where there is none.
 * @param known which one an earlier look-up has found
 */
async function meantBy(declared: PublicDeclaration, known: string | null) {
  const all = await ownedBy(declared.email, known ?? declared.contract);
  if (known) {
    const named = all.find(({ id }) => id === known);
    const found = named ?? (await subscriptionById(known));
    // Nothing else is meant instead.
    return found ? whoseIs(reachedAt(declared.email, found), all) : "unknown";
  }
  // What is paid once has no term to end, but can be withdrawn from. Of several that are named, the first.
  const mayBeMeant = (one: Subscription) =>
    one.mainPlan || declared.kind === "withdraw" || !isPaidOnce(one);
  const named = contractsNamed(declared, all).find(mayBeMeant);
  if (named) return whoseIs(named, all);
  if (declared.kind === "withdraw") return withdrawnFrom(declared, all);
  const meant = subscriptionToCancel(all);
  return meant && whoseIs(meant, all);
}

/** Which of theirs somebody has named: by their ids or, in any language, by their plans' names. */
function contractsNamed({ kind, contract }: PublicDeclaration, all: readonly Subscription[]) {
  // What has ended can still be withdrawn from, but not canceled.
  const hasName = (one: Subscription) =>
    !isPaidOnce(one) && (kind === "withdraw" || isRunning(one));
  return namedContracts(
    contract,
    all.map((subscription) => ({
      subscription,
      id: subscription.id,
      names: hasName(subscription)
        ? languages.map((language) => speakingIn(language, () => nameOfPlan(subscription)))
        : [],
    })),
  ).map(({ subscription }) => subscription);
}

/**
 * What the owner of an address has. Other plans may have other addresses: where the main plan or the one that is named
 * is not among those of the address, its account is asked for, too.
 */
async function ownedBy(email: string, named: string): Promise<Subscription[]> {
  const reached = (one: Subscription) => reachedAt(email, one);
  const known = (await subscriptionsByEmail(email)).map(reached);
  const hasNamed = named === "" || namedById(named, known).length > 0;
  if (known.length === 0 || (hasNamed && findMainSubscription(known))) return known;
  const account = await accountOfAddresses(known.flatMap(({ emails }) => emails));
  if (!account) return known;
  const owned = await subscriptionsOf(account, { fresh: true });
  const more = owned.filter(({ id }) => known.every((one) => one.id !== id));
  return [...known, ...more.map((one) => reachedAt(account.email, one))];
}

/** Where the service says no address, the one takes its place by which the subscription was found. */
const reachedAt = (email: string, one: Subscription): Subscription =>
  one.emails.length > 0 ? one : { ...one, emails: [email] };

/**
 * What somebody withdraws from who does not say which: the main plan, also one that has ended since, or another plan
 * whose period still runs. A withdrawal is about the money.
 */
async function withdrawnFrom(declared: PublicDeclaration, all: readonly Subscription[]) {
  const main = findMainSubscription(all) ?? all.filter((one) => one.mainPlan).sort(latestFirst)[0];
  const candidates = [...(main ? [main] : []), ...otherPlans(all)];
  const [first] = candidates;
  if (!first) return undefined;
  const theirs = await whoseIs(first, all);
  const meant =
    candidates.find((one) => {
      const country = one.country ?? theirs.place ?? undefined;
      return countsAs(declared, { ...one, country }) === "withdraw";
    }) ?? subscriptionToCancel(all);
  return meant === first ? theirs : meant && whoseIs(meant, all);
}

async function whoseIs(found: Subscription, all: readonly Subscription[]) {
  const main = findMainSubscription(all);
  const order = await withAccount(orderFor(found, main), found.emails);
  const country = found.country ?? main?.country;
  const said = country === undefined && order.uid ? await settingsOf(order.uid) : undefined;
  const others = [...(main ? [main] : []), ...otherPlans(all)].filter((one) => one !== found);
  return { found, order, place: country ?? said?.place ?? null, others };
}

const latestFirst = (one: Subscription, other: Subscription): number =>
  other.startedAt - one.startedAt;

/**
 * @param composeUnquoted composes the letter without what was typed, where it quotes that
 * @returns what ends the run where it must be tried again
 */
async function settle(
  { id, saveProgress }: Looking,
  { proof, ...fields }: Parameters<typeof amendDeclaration>[1] & { proof?: ProofTime },
  mail?: Mail,
  composeUnquoted?: () => Promise<Mail>,
): Promise<LookedUp | undefined> {
  if (mail) {
    const unquotedMail =
      composeUnquoted &&
      (async () => {
        await saveProgress({});
        return composeUnquoted();
      });
    const letter = await deliverLetter("declaration", mail, unquotedMail);
    if (letter.end === "again") return letter;
  }
  await amendDeclaration(id, fields, proof);
  await saveProgress({ progress: { settled: true, queue: null } });
  return undefined;
}

/**
 * Tells the operator of a cancellation for a reason: last, as the operator's mailbox must not delay a declaration, and
 * a few times an hour, as a stranger may have typed it. Declarations of addresses without a subscription, which anybody
 * can invent, have a limit of their own. Beyond it no letter is sent, and they are in `declarations` only.
 */
async function tellOfReason(
  { id, entry, saveProgress }: Looking,
  of: "a subscriber" | "nobody known" = "a subscriber",
): Promise<LookedUp> {
  const declared = entry.payload;
  if (declared.type !== "extraordinary" || entry.progress.told) return { end: "done" };
  const wait = await lettersToOperator.take(of);
  if (wait !== undefined)
    return of === "a subscriber" ? { end: "later", dueAt: Date.now() + wait } : { end: "done" };
  const mail = await extraordinaryMail(id, declared, { isDisliked: false });
  const letter = await deliverLetter("extraordinary", mail, async () => {
    await saveProgress({});
    return extraordinaryMail(id, unquoted(declared), { isDisliked: true });
  });
  if (letter.end === "again") {
    await lettersToOperator.giveBack(of);
    return letter;
  }
  await saveProgress({ progress: { told: true } });
  return { end: "done" };
}
