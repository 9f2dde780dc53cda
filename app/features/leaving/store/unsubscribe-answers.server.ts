import {
  type Answers,
  type FlowState,
  flowState,
} from "~/features/leaving/rules/unsubscribe-state";
import { writeFor } from "~/platform/store/erasure-marks.server";
import { inFirestore } from "~/platform/store/firestore.server";

const collection = "unsubscribeAnswers";

/** The answers in `unsubscribeAnswers/{uid}`; empty if there is no document. */
export function answersOf(uid: string): Promise<FlowState> {
  return inFirestore("read", async (database) => {
    const document = await database.collection(collection).doc(uid).get();
    return flowState.parse(document.data() ?? {});
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
