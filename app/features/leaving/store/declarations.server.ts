import { createHash } from "node:crypto";
import type { DocumentData, QuerySnapshot } from "@google-cloud/firestore";
import {
  type Declaration,
  type DeclarationState,
  keptDeclaration,
} from "~/features/leaving/rules/declaration";
import type { Obligations } from "~/features/leaving/rules/law";
import { monthsAfter } from "~/features/leaving/rules/term";
import type { Amendment, DocumentBeside } from "~/platform/outbox/store/transaction.server";
import { commitIn, inFirestore } from "~/platform/store/firestore.server";
import { hasGrpcStatus } from "~/platform/upstream/grpc-status";
import { day } from "~/platform/values/durations";
import { moment } from "~/platform/values/moment";

const declarations = { collection: "declarations" };
/** The texts that were shown, by their digest: they name nobody. */
const words = { collection: "declarationWords" };

export const wordsDigest = (text: string): string =>
  createHash("sha256").update(text).digest("hex");

/** Months that words are kept after a process has last begun to show them: longer than any declaration is kept. */
const wordsKept = 12 * 20;

/**
 * The documents of a new declaration and of the words that were shown with it.
 * @param text the words
 */
export function declarationDocuments(
  id: string,
  declaration: Pick<
    Declaration,
    "kind" | "subscription" | "how" | "place" | "declaredAt" | "dueAt"
  >,
  { laws, proofYears, proofYearsAfterEnd }: Obligations,
  text: string,
): DocumentBeside[] {
  const digest = wordsDigest(text);
  const keepUntil = new Date(monthsAfter(declaration.declaredAt, 12 * proofYears));
  const entry = {
    ...stored({ ...declaration, rules: laws, words: digest, state: "open" }),
    keepUntil,
    keepAfterEnd: proofYearsAfterEnd,
    // The brake counts by this field alone, so that an index of one field is enough.
    ...(declaration.how === "public" && { publicAt: new Date(declaration.declaredAt) }),
  };
  return [
    { kind: declarations, id, entry },
    {
      kind: words,
      id: digest,
      entry: { text, keepUntil: new Date(monthsAfter(Date.now(), wordsKept)) },
      isShared: true,
    },
  ];
}

/** Declarations of an address without a subscription are kept for so long. */
const withoutSubscription = 30 * day;

/** For how long a declaration is kept, once it is known whose it is. */
export interface ProofTime {
  /** Epoch milliseconds. */
  from: number;
  years: number;
  yearsAfterEnd: number;
}

/** @throws UpstreamError if Firestore fails */
export function amendDeclaration(
  id: string,
  fields: Partial<Declaration>,
  proof?: ProofTime,
): Promise<void> {
  const isNobodys = fields.state === "no-subscription";
  const keepUntil = {
    ...(isNobodys && { keepUntil: new Date(Date.now() + withoutSubscription) }),
    ...(proof && {
      keepUntil: new Date(monthsAfter(proof.from, 12 * proof.years)),
      keepAfterEnd: proof.yearsAfterEnd,
    }),
  };
  return inFirestore("write", async (database, signal) => {
    const reference = database.collection(declarations.collection).doc(id);
    try {
      await commitIn(database, signal, (writes) =>
        writes.update(reference, { ...stored(fields), ...keepUntil }),
      );
    } catch (error) {
      // It was erased when its time was over. Written anew it would be a fragment that nothing erases.
      if (!hasGrpcStatus(error, "notFound")) throw error;
    }
  });
}

/**
 * A change of a declaration only while it is `open` or `same`: what has ended it stays, whoever writes later. Where an
 * entry says what has become of it, both are written in one transaction: a process that dies between two writes would leave
 * it open for good.
 */
export const ifUndecided = (
  id: string,
  fields: Pick<Partial<Declaration>, "state" | "stoppedAt">,
): Amendment => ({
  kind: declarations,
  id,
  changesOf: ({ state }) => (state === "open" || state === "same" ? stored(fields) : undefined),
});

/** The same alone, for a run of the outbox, which is repeated if it fails. */
export const amendUndecided = (...change: Parameters<typeof ifUndecided>): Promise<void> => {
  const { id, changesOf } = ifUndecided(...change);
  return amendBy(id, changesOf);
};

/** Closes the record of a declaration whose subscription nobody has found out, and nobody looks for any more. */
export const stopUnfound = (id: string): Promise<void> =>
  amendBy(id, ({ state, subscription }) =>
    state === "open" && subscription === null
      ? stored({ state: "stopped", stoppedAt: Date.now() })
      : undefined,
  );

/** @param changesOf what changes of the fields that are kept; undefined: nothing */
const amendBy = (
  id: string,
  changesOf: (fields: DocumentData) => DocumentData | undefined,
): Promise<void> =>
  inFirestore("write", (database, signal) =>
    database.runTransaction(async (transaction) => {
      const reference = database.collection(declarations.collection).doc(id);
      const changes = changesOf((await transaction.get(reference)).data() ?? {});
      signal.throwIfAborted();
      if (changes) transaction.update(reference, changes);
    }),
  );

const documentOf = (kind: { collection: string }, id: string): Promise<DocumentData | undefined> =>
  inFirestore("read", async (database) =>
    (await database.collection(kind.collection).doc(id).get()).data(),
  );

/** @returns undefined if there is no such declaration */
export const declarationState = async (id: string): Promise<DeclarationState | undefined> =>
  keptDeclaration.safeParse(await documentOf(declarations, id)).data?.state;

/** When and where a declaration was made, as far as that is kept. @throws UpstreamError if Firestore fails */
export async function declaredAs(
  id: string,
): Promise<{ at: number | undefined; place: string | undefined }> {
  const { declaredAt, place } = (await documentOf(declarations, id)) ?? {};
  return { at: moment(declaredAt), place: typeof place === "string" ? place : undefined };
}

const times = ["declaredAt", "dueAt", "carriedOutAt", "stoppedAt", "refundDueAt"] as const;

/**
 * Some laws have a declaration kept for years after the end of the subscription, which is known once it is carried out.
 * @param endsAt the end of the subscription's last term
 * @throws UpstreamError if Firestore fails
 */
export function keepAfterEnd(id: string, endsAt: number): Promise<void> {
  return amendBy(id, (fields) => {
    const years = Number(fields.keepAfterEnd ?? 0);
    const keepUntil = monthsAfter(endsAt, 12 * years);
    const isLonger = years > 0 && keepUntil > (moment(fields.keepUntil) ?? 0);
    return isLonger ? { keepUntil: new Date(keepUntil) } : undefined;
  });
}

/** With Timestamps in the place of epoch milliseconds. */
function stored(fields: Partial<Declaration>): Record<string, unknown> {
  const all: Record<string, unknown> = { ...fields };
  for (const name of times) {
    const time = fields[name];
    if (typeof time === "number") all[name] = new Date(time);
    if (time === undefined) delete all[name];
  }
  return all;
}

export type KeptDeclaration = Declaration & { id: string };

const documentsOn = (subscription: string) =>
  inFirestore("read", (database) =>
    database.collection(declarations.collection).where("subscription", "==", subscription).get(),
  );

/** The declarations of a subscription, the oldest first. One that cannot be read is left out. */
export const declarationsOf = async (subscription: string): Promise<KeptDeclaration[]> =>
  readAll(await documentsOn(subscription)).sort((a, b) => a.declaredAt - b.declaredAt);

/** The same as they are stored, also those that cannot be read, for the copy of their owner's data. */
export const storedDeclarations = async (subscription: string): Promise<DocumentData[]> =>
  (await documentsOn(subscription)).docs
    .map((one): DocumentData => ({ ...one.data(), id: one.id }))
    .sort((a, b) => (moment(a.declaredAt) ?? 0) - (moment(b.declaredAt) ?? 0));

const readAll = ({ docs }: QuerySnapshot): KeptDeclaration[] =>
  docs.flatMap((document): KeptDeclaration[] => {
    const read = keptDeclaration.safeParse(document.data());
    return read.success ? [{ ...read.data, id: document.id }] : [];
  });

/** Withdrawals whose money is due after a time, the earliest first. */
export function withdrawalsDueAfter(time: number): Promise<KeptDeclaration[]> {
  return inFirestore("read", async (database) => {
    const due = database
      .collection(declarations.collection)
      .where("refundDueAt", ">=", new Date(time))
      .orderBy("refundDueAt");
    return readAll(await due.get());
  });
}

/** The text with this digest that was shown with a declaration. */
export async function shownWords(digest: string): Promise<string | undefined> {
  const { text } = (await documentOf(words, digest)) ?? {};
  return typeof text === "string" ? text : undefined;
}
