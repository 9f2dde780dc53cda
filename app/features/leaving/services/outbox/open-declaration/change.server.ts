import { isRunning, namedDateOf, type Subscription } from "~/features/account/subscription";
import { phaseOf } from "~/features/leaving/rules/declaration";
import type { PublicDeclaration } from "~/features/leaving/rules/public-declaration";
import { type KeptWish, wishOf } from "~/features/leaving/services/cancellation-wish.server";
import {
  beforeReceipt,
  countedAs,
  earlierOf,
  frontOf,
  holdsDeclaration,
  isCanceledAgain,
  isReceiptOwed,
  isWithdrawal,
  leftAfter,
  mostEarlier,
  type OpenEntry,
  type OpenPayload,
  openIdOf,
  replacedBy,
  type Said,
  stillCounting,
  withoutSaid,
} from "~/features/leaving/services/outbox/open-declaration/entry.server";
import {
  openDeclarations,
  putInFront,
} from "~/features/leaving/services/outbox/open-declaration/kind.server";
import { isBehind, turnOf } from "~/features/leaving/store/declaration-queue.server";
import { ifUndecided } from "~/features/leaving/store/declarations.server";
import { hasObjected } from "~/features/leaving/store/objections.server";
import { revokeLease } from "~/platform/outbox/outbox";
import { runEntry } from "~/platform/outbox/runner.server";
import { keepEntry, newEntry } from "~/platform/outbox/store/keep.server";
import {
  type DocumentBeside,
  decideEntry,
  NothingWritten,
} from "~/platform/outbox/store/transaction.server";
import { orElse, unlessDown, within } from "~/platform/upstream/upstream.server";
import { hour } from "~/platform/values/durations";
import { inBackground } from "~/platform/work/background.server";

/** Whether a declaration asks for more than an open one: to withdraw, or for an earlier day. */
function asksForMore(one: PublicDeclaration, open: PublicDeclaration): boolean {
  if (one.kind !== open.kind) return one.kind === "withdraw";
  return open.wishedAt !== null && (one.wishedAt === null || one.wishedAt < open.wishedAt);
}

/** The subscription service may show a subscription as active for so long after it has ended. */
const shownLate = hour / 6;

/**
 * Whether the entry is a withdrawal that ends this subscription, or has ended it last: another one says the same.
 * @param wish the last wish to cancel
 */
function isWithdrawn(
  entry: OpenEntry,
  { startedAt, status }: Pick<Subscription, "startedAt" | "status">,
  wish: KeptWish["entry"] | undefined,
): boolean {
  if (phaseOf(entry) !== "decided" || !isWithdrawal(entry)) return false;
  if (entry.state === "open") return true;
  if (isCanceledAgain(entry, wish)) return false;
  const isShownLate = Date.now() - (entry.progress.wishedAt ?? 0) < shownLate;
  return entry.payload.declared.declaredAt >= startedAt && (status !== "active" || isShownLate);
}

/**
 * Keeps a public declaration for its subscription. An open one says the same, unless the new one asks for more, or the
 * open one waits for a press in its letter and may be a stranger's. Then the new one replaces it, and has a letter of
 * its own.
 * @returns the declaration that counts: the new or the open one. Undefined where the new one has to wait: a withdrawal
 * until a cancellation in progress is done, which would lose its money; under an objection, any until the one before
 * has its letter; and one that would replace an entry, until it is its turn in the queue
 */
export async function keepOpenDeclaration(
  declaration: string,
  declared: PublicDeclaration,
  {
    subscription,
    order,
    place,
  }: { subscription: Subscription; order: OpenPayload["order"]; place: string | null },
) {
  const { id: subscriptionId } = subscription;
  const [objected, wish, waitsItsTurn] = await Promise.all([
    hasObjected(subscriptionId, Date.now()),
    wishOf(subscriptionId),
    isBehind(subscriptionId, turnOf(subscriptionId, declaration, declared.declaredAt)),
  ]);
  const isOwn = ({ payload }: OpenEntry) => payload.declaration === declaration;
  const comesAfter = (found: OpenEntry) => {
    const { payload, progress, state } = found;
    // It was kept before, and another may have taken its place since.
    if (holdsDeclaration(payload, declaration)) return "says the same";
    if (state !== "open")
      return isWithdrawn(found, subscription, wish) ? "says the same" : "replaces";
    const asks = asksForMore(declared, payload.declared);
    if (phaseOf(found) === "decided") return asks ? "waits" : "says the same";
    if (!(progress.needsLink ?? objected)) return asks ? "replaces" : "says the same";
    const isFull = stillCounting(payload.earlier).length >= mostEarlier;
    return progress.needsLink === null || isFull ? "waits" : "replaces";
  };
  let how: ReturnType<typeof comesAfter> | undefined;
  const { entry, claim } = await keepEntry(openDeclarations, openIdOf(subscriptionId), {
    isDone: (found) => {
      how = comesAfter(found);
      if (how === "replaces" && waitsItsTurn) how = "waits";
      return isOwn(found) ? found.state !== "open" : how !== "replaces";
    },
    canJoin: (found) => found.state === "open" && isOwn(found),
    join: () => ({}),
    begin: ({ entry: found }) => ({
      key: declaration,
      payload: {
        subscriptionId,
        order,
        declaration,
        declared,
        named: namedDateOf(subscription) ?? null,
        ranAt: isRunning(subscription) ? Date.now() : (found?.payload.ranAt ?? null),
        place,
        earlier: found ? earlierOf(found, objected) : [],
        replaced: found ? replacedBy(found) : [],
        atOnce: false,
      },
      progress: beforeReceipt,
      runsInBackground: true,
    }),
    amends: (found) =>
      found.state === "open" ? [ifUndecided(found.payload.declaration, { state: "same" })] : [],
  });
  return how === "waits" ? undefined : { declaration: entry.payload.declaration, claim };
}

/**
 * Keeps a withdrawal of a signed-in subscriber. It replaces an open declaration of the same subscription.
 * @returns `unknown`: Firestore may still keep it
 * @throws UpstreamError if it was not kept
 */
export async function withdrawAtOnce(
  {
    subscriptionId,
    declaration,
    declared,
    order,
  }: Omit<OpenPayload, "atOnce" | "earlier" | "named" | "place" | "ranAt" | "replaced">,
  { subscription, documents }: { subscription: Subscription; documents: readonly DocumentBeside[] },
): Promise<"received" | "unknown"> {
  const id = openIdOf(subscriptionId);
  const wish = await wishOf(subscriptionId);
  const keeping = decideEntry(openDeclarations, id, ({ entry, malformed }, now) => {
    // Pressed twice, or declared in public before.
    if (entry && isWithdrawn(entry, subscription, wish)) return { result: undefined };
    const open = entry?.state === "open" ? entry : undefined;
    const { place } = declared;
    const named = namedDateOf(subscription) ?? null;
    const ranAt = declared.declaredAt;
    const said = { subscriptionId, order, declaration, declared, named, place, ranAt };
    // A withdrawal covers the others. Only a receipt that is still owed is kept.
    const earlier = open && isReceiptOwed(frontOf(open)) ? [frontOf(open)] : [];
    const payload = { ...said, earlier, replaced: [], atOnce: true };
    const fresh = newEntry(
      openDeclarations,
      { key: declaration, payload, progress: beforeReceipt, runsInBackground: true },
      now,
    );
    // The lease is taken from whoever carries the other one out at this moment.
    const lease = ((entry ?? malformed)?.lease ?? 0) + 1;
    return {
      next: { ...fresh, lease },
      begins: documents,
      amends: open ? [ifUndecided(open.payload.declaration, { state: "same" })] : [],
      result: undefined,
    };
  });
  const isKept = await orElse(
    keeping.then(() => true),
    (failure) => {
      if (failure instanceof NothingWritten) throw failure;
      return false;
    },
  );
  if (!isKept) return "unknown";
  await carryOutNow(id);
  return "received";
}

/**
 * Confirms one declaration: in its letter, where a wished day holds, or in My Plan, which shows the open one and
 * carries it out now.
 * @returns false if it can no longer be confirmed
 */
export async function confirmOpenDeclaration(
  subscriptionId: string,
  wanted: string,
  pressedIn: "letter" | "my plan",
): Promise<boolean> {
  const id = openIdOf(subscriptionId);
  const isConfirmed = await decideEntry(openDeclarations, id, ({ entry }, now) => {
    const pressed = entry && pressedFor(wanted, pressedIn, entry);
    if (!entry || !pressed) return { result: false };
    const { declaration: front } = entry.payload;
    const { declaration, declared } = pressed;
    const isFront = declaration === front;
    // Pressed again.
    if (isFront && phaseOf(entry) === "decided")
      return { next: { ...entry, dueAt: now, updatedAt: now }, result: true };
    const confirmed = {
      ...pressed,
      progress: { ...pressed.progress, needsLink: false, isConfirmed: true },
    };
    const waits = pressedIn === "letter" && (declared.wishedAt ?? 0) > now;
    // The last press counts.
    const unconfirmed = entry.payload.earlier.map((one) => ({
      ...one,
      progress: { ...one.progress, isConfirmed: false },
    }));
    const others = withoutSaid(unconfirmed, pressed);
    // The front declaration gets its letter first. The confirmed one goes on by itself on its day.
    if (waits && !isFront && phaseOf(entry) === "waits" && entry.progress.needsLink === null) {
      const payload = { ...entry.payload, earlier: [...others, confirmed] };
      const next = { ...revokeLease(entry), payload, dueAt: now, updatedAt: now };
      return { next, result: true };
    }
    const isPutAside = !isFront && phaseOf(entry) === "waits";
    const before = { ...frontOf(entry), progress: { ...entry.progress, isConfirmed: false } };
    const earlier = stillCounting(isPutAside ? [...others, before] : others);
    return {
      next: putInFront(entry, confirmed, earlier, now, !waits),
      amends: isFront
        ? []
        : [ifUndecided(front, { state: "same" }), ifUndecided(declaration, { state: "open" })],
      result: true,
    };
  });
  if (!isConfirmed) return false;
  await carryOutNow(id);
  return true;
}

/**
 * The declaration that a press is about: the open one or, in a letter, one of the others. Undefined if it is none of
 * them, or if the decided one says the same.
 */
function pressedFor(
  wanted: string,
  pressedIn: "letter" | "my plan",
  entry: OpenEntry,
): Said | undefined {
  const { payload } = entry;
  if (payload.declaration === wanted) return entry.state === "open" ? frontOf(entry) : undefined;
  if (pressedIn === "my plan") return undefined;
  const others =
    phaseOf(entry) === "decided" ? leftAfter(payload, countedAs(entry)) : payload.earlier;
  return others.find(({ declaration }) => declaration === wanted);
}

/** Milliseconds that a press waits for the run that it has started. */
const waitsFor = 2_000;

async function carryOutNow(id: string): Promise<void> {
  const run = runEntry(openDeclarations, id);
  inBackground("open declaration", run);
  await within(waitsFor, unlessDown(run));
}
