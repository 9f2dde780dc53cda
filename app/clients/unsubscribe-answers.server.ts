import { z } from "zod";
import { inFirestore } from "~/clients/firestore.server";
import { type Answers, reasons, type StepNumber, stepNumbers } from "~/domain/unsubscribe-flow";

const collection = "unsubscribeAnswers";

/** A document of an older shape counts as no answer, not as a failure. */
const schema = z.object({
  select: z.enum(reasons).nullable().catch(null),
  stars: z.number().int().min(1).max(5).nullable().catch(null),
  feedback: z.string().catch(""),
  position: z.custom<StepNumber>((value) => stepNumbers.some((step) => step === value)).catch(0),
  updated: z.enum(["premiumOneMonth", "giftOneMonth"]).nullable().catch(null),
});

/** A subscriber's answers in the unsubscribe flow, and the plan they changed to in it. */
export interface KeptAnswers extends Answers {
  updated: z.output<typeof schema>["updated"];
}

/** The answers in `unsubscribeAnswers/{uid}`; empty ones where there are none. */
export function answersOf(uid: string): Promise<KeptAnswers> {
  return inFirestore("read", async (database) => {
    const document = await database.collection(collection).doc(uid).get();
    return schema.parse(document.data() ?? {});
  });
}

export function keepAnswers(uid: string, answers: KeptAnswers): Promise<void> {
  return inFirestore("write", async (database) => {
    await database
      .collection(collection)
      .doc(uid)
      .set({ ...answers, updatedAt: new Date() });
  });
}
