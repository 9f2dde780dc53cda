import type { PlainDocument } from "~/features/report/rules/input";
import { setInTurn } from "~/features/report/services/set.server";
import { ReportFailed } from "~/features/report/services/threads.server";

/** The PDF of a document without figures, such as a receipt; undefined where it could not be set, which concerns no other. */
export async function setPlainDocument(plain: PlainDocument): Promise<Uint8Array | undefined> {
  try {
    return await setInTurn({ plain });
  } catch (error) {
    if (!(error instanceof ReportFailed)) throw error;
    return undefined;
  }
}
