import { phaseOf } from "~/features/leaving/rules/declaration";
import {
  countedAs,
  frontOf,
  leftAfter,
  type OpenPayload,
  type OpenProgress,
  openIdOf,
  type Said,
  stillCounting,
  withoutSaid,
} from "~/features/leaving/services/outbox/open-declaration/entry.server";
import {
  openDeclarations,
  putInFront,
} from "~/features/leaving/services/outbox/open-declaration/kind.server";
import { amendUndecided } from "~/features/leaving/store/declarations.server";
import { type OutboxEntry, revokeLease } from "~/platform/outbox/outbox";
import { runEntry } from "~/platform/outbox/runner.server";
import { decideEntry } from "~/platform/outbox/store/transaction.server";
import { unlessDown, within } from "~/platform/upstream/upstream.server";
import { inBackground } from "~/platform/work/background.server";

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
  const found = await decideEntry(openDeclarations, id, ({ entry }, now) => {
    const pressed = entry && pressedFor(wanted, pressedIn, entry);
    if (!entry || !pressed) return { result: undefined };
    const { declaration: front } = entry.payload;
    const { declaration, declared } = pressed;
    const isFront = declaration === front;
    // Pressed again.
    if (isFront && phaseOf(entry) === "decided")
      return { next: { ...entry, dueAt: now, updatedAt: now }, result: { front, counts: front } };
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
      return { next, result: { front, counts: front } };
    }
    const isPutAside = !isFront && phaseOf(entry) === "waits";
    const before = { ...frontOf(entry), progress: { ...entry.progress, isConfirmed: false } };
    const earlier = stillCounting(isPutAside ? [...others, before] : others);
    return {
      next: putInFront(entry, confirmed, earlier, now, !waits),
      result: { front, counts: declaration },
    };
  });
  if (!found) return false;
  if (found.front !== found.counts) {
    await amendUndecided(found.front, { state: "same" });
    await amendUndecided(found.counts, { state: "open" });
  }
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
  entry: OutboxEntry<OpenPayload, OpenProgress>,
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

export async function carryOutNow(id: string): Promise<void> {
  const run = runEntry(openDeclarations, id);
  inBackground("open declaration", run);
  await within(waitsFor, unlessDown(run));
}
