import type { Sandbox } from "../../sandbox/serve.ts";
import { keptPurchase } from "./outbox.ts";

const collections = [
  "subscribers",
  "unsubscribeAnswers",
  "purchaseIntents",
  "cancellationIntents",
] as const;

/** What somebody who nearly left has with the app. */
export function keepDataOf({ firestore }: Sandbox, owner: string): void {
  firestore.write(`unsubscribeAnswers/${owner}`, {
    select: "Other",
    stars: 2,
    feedback: "Too dear",
    position: 0,
    updated: null,
    updatedAt: new Date(),
  });
  const order = { uid: owner, email: `${owner}@example.com`, mainId: "sub-1001" };
  firestore.write(
    `purchaseIntents/${owner}_pdfCourse`,
    keptPurchase(order, { state: "declined", dueAt: null }),
  );
}

/** The ids of the documents that somebody has with the app. */
export const owned = ({ firestore }: Sandbox, owner: string): string[] =>
  collections.flatMap((name) =>
    Object.keys(firestore.readAll(name)).filter((id) => id.startsWith(owner)),
  );
