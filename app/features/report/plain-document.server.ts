import type { PlainDocument } from "~/features/report/rules/input";
import { missingSign } from "~/features/report/rules/legible";
import { setInTurn } from "~/features/report/services/set.server";
import { ReportFailed } from "~/features/report/services/threads.server";
import { say } from "~/platform/values/say";

/**
 * The PDF of a document without figures that goes with an email, such as a receipt; undefined where it could not be set,
 * which concerns no other.
 */
export async function setPlainDocument(
  document: Omit<PlainDocument, "whereLettersLack">,
): Promise<Uint8Array | undefined> {
  const whereLettersLack = say`${missingSign} stands for a character that this file has no letter for. The email that it came with has the whole text.`;
  try {
    return await setInTurn({ plain: { ...document, whereLettersLack } });
  } catch (error) {
    if (!(error instanceof ReportFailed)) throw error;
    return undefined;
  }
}
