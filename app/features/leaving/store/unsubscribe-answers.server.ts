import { z } from "zod";
import {
  type Answers,
  reasons,
  type StepNumber,
  stepNumbers,
} from "~/features/leaving/rules/unsubscribe-answers";
import type { FlowState } from "~/features/leaving/rules/unsubscribe-state";
import { writeFor } from "~/platform/store/erasure-marks.server";
import { inFirestore } from "~/platform/store/firestore.server";
import { moment } from "~/platform/values/moment";

const collection = "unsubscribeAnswers";

/** Fields that a document of an older format lacks, or has in another form, count as not answered. */
const survey = z.object({
  select: z.enum(reasons).nullable().catch(null),
  stars: z.number().int().min(1).max(5).nullable().catch(null),
  feedback: z.string().catch(""),
});

const schema = survey.extend({
  position: z.custom<StepNumber>((value) => stepNumbers.some((step) => step === value)).catch(0),
  earlier: z.array(survey.extend({ at: z.number().catch(0) })).catch([]),
  updated: z.enum(["premiumOneMonth", "giftOneMonth"]).nullable().catch(null),
  ended: z.boolean().catch(false),
  updatedAt: z
    .unknown()
    .transform((value) => moment(value) ?? 0)
    .catch(0),
});

/** The answers in `unsubscribeAnswers/{uid}`; empty if there is no document. */
export function answersOf(uid: string): Promise<FlowState> {
  return inFirestore("read", async (database) => {
    const document = await database.collection(collection).doc(uid).get();
    return schema.parse(document.data() ?? {});
  });
}

/** Stores the answers of the current flow, or of one that has just `ended`. Replaces earlier ones. */
export function storeAnswers(uid: string, answers: Answers, ended = false): Promise<void> {
  const { select, stars, feedback, position, earlier } = answers;
  return write(uid, { select, stars, feedback, position, earlier, updated: null, ended });
}

/** Records that the flow has ended, and with which plan. Merges, because the caller may not have read the answers. */
export function saveFlowEnd(uid: string, updated: FlowState["updated"]): Promise<void> {
  return write(uid, { updated, ended: true }, { merge: true });
}

function write(uid: string, fields: object, options: { merge?: true } = {}): Promise<void> {
  return writeFor(uid, (transaction, database) => {
    const document = database.collection(collection).doc(uid);
    transaction.set(document, { ...fields, updatedAt: new Date() }, options);
  });
}
