import { changeSettings } from "~/features/account/settings.server";
import { type Breach, marksOf } from "~/features/safety/breach";

/** Marks a breach as dealt with, or takes the mark back. */
export async function markBreach(
  uid: string,
  breach: Pick<Breach, "name" | "domain" | "date">,
  isDealtWith: boolean,
): Promise<void> {
  const marks = marksOf(breach);
  const { FieldValue } = await import("firebase-admin/firestore");
  const dealtWith = isDealtWith
    ? FieldValue.arrayUnion(...marks)
    : FieldValue.arrayRemove(...marks);
  await changeSettings(uid, { dealtWith });
}
