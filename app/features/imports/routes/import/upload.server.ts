import type { AppLoadContext } from "@remix-run/node";
import { refuseAnothers } from "~/features/account/guards.server";
import type { ImportRefusal } from "~/features/history/import";
import { parseShownCount } from "~/features/history/shown-count";
import type { UploadEvent } from "~/features/imports/rules/work";
import type { Upload } from "~/features/imports/services/take-in.server";
import { stoppingSignal } from "~/platform/http/monitoring/health.server";
import { readUpload, refuseAsStopping } from "~/platform/http/uploads/read-upload.server";
import type { Subscriber } from "~/platform/session/session.server";
import { allOf } from "~/platform/values/listed";
import { whoseField } from "~/platform/values/whose";

type UploadItem = ReturnType<typeof readUpload> extends AsyncGenerator<infer T> ? T : never;

interface Typed {
  /** The number of followers as it was typed, as far as it has come. */
  typed: () => string;
}

interface OpenUpload extends Upload, Typed {
  /** Must be called when the answer is known: what was not read would be kept in memory. */
  close: () => void;
  /** Call it where the upload was not read to its end: while the server stops, the answer says so. */
  refuseIfStopping: () => void;
}

/**
 * The posted form, read up to its first file. Its other fields may stand before or behind the files. @throws where it stands
 * on another account's page (`refuseAnothers`)
 */
export async function openUpload(
  request: Request,
  context: AppLoadContext,
  subscriber: Subscriber,
): Promise<OpenUpload | (Typed & { refusal: ImportRefusal })> {
  const slow = new AbortController();
  const items = readUpload(request, context, slow.signal);
  const fields = new Map<string, string>();
  const first = await nextFile(items, fields);
  try {
    refuseAnothers(fields.get(whoseField) ?? null, subscriber);
  } catch (refused) {
    await items.return(undefined);
    throw refused;
  }
  const typed = () => fields.get("followersShown") ?? "";
  if (!first) return { refusal: "no-file", typed };
  const shown = () => parseShownCount(typed());
  if (Number.isNaN(shown())) {
    await items.return(undefined);
    return { refusal: "shown", typed };
  }
  return {
    typed,
    files: eventsOf(first, items, fields),
    fields: () => ({ takenAt: fields.get("takenAt"), followersShown: ifNumber(shown()) }),
    signals: allOf(stoppingSignal, context.upload?.left),
    endAsTooSlow: () => slow.abort(),
    refuseIfStopping: () => refuseAsStopping(context),
    // Not waited for: the rest may not come before the client has the answer.
    close: () => void items.return(undefined).catch(() => {}),
  };
}

/** A wrong number behind the files comes too late to be refused. */
const ifNumber = (count: number | undefined) => (Number.isNaN(count) ? undefined : count);

type File = Extract<UploadItem, { chunks: unknown }>;

async function nextFile(
  items: AsyncGenerator<UploadItem>,
  fields: Map<string, string>,
): Promise<File | undefined> {
  for (;;) {
    const { value, done } = await items.next();
    if (done) return undefined;
    if ("value" in value) fields.set(value.field, value.value);
    else if (value.field === "export") return value;
  }
}

async function* eventsOf(
  first: File,
  items: AsyncGenerator<UploadItem>,
  fields: Map<string, string>,
): AsyncGenerator<UploadEvent> {
  try {
    let file: File | undefined = first;
    while (file) {
      yield { fileName: file.fileName };
      for await (const chunk of file.chunks) yield { chunk };
      file = await nextFile(items, fields);
    }
  } finally {
    await items.return(undefined);
  }
}
