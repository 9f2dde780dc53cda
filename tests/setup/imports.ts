import { beforeAll, vi } from "vitest";
import type { ExportOptions } from "#sandbox/histories/export-options.ts";
import { exportZips } from "#sandbox/histories/export-zip.ts";
import { type History, makeHistory } from "#sandbox/histories/history.ts";
import { firestore } from "~/platform/store/firebase.server";
import { visit } from "./app.ts";
import { type Member, newMember } from "./member.ts";
import { resetApp } from "./reset-app.ts";
import { visibleText } from "./visible-text.ts";

export const day = 86_400;

/** A small account with everything that happens to one in two months. */
export const history = makeHistory({ seed: 5, followers: 300, following: 120 });

export interface SentFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** By account, what was written of it before: to write it anew takes a quarter of what an import of it takes. */
const written = new WeakMap<History, Map<string, Promise<SentFile[]>>>();

/** The export of the account, as Instagram writes it so many days before its history's end. */
export function exportOf(
  daysBefore: number,
  given: Partial<ExportOptions> = {},
  of: History = history,
): Promise<SentFile[]> {
  const ofAccount = written.get(of) ?? new Map<string, Promise<SentFile[]>>();
  written.set(of, ofAccount);
  const key = JSON.stringify([daysBefore, given]);
  const before = ofAccount.get(key) ?? write(exportZips(of, of.end - daysBefore * day, given));
  ofAccount.set(key, before);
  return before;
}

function write(zips: ReturnType<typeof exportZips>): Promise<SentFile[]> {
  return Promise.all(
    zips.map(async ({ name, chunks }) => {
      const parts: Uint8Array[] = [];
      for await (const chunk of chunks) parts.push(chunk);
      return { name, bytes: new Uint8Array(Buffer.concat(parts)) };
    }),
  );
}

/** A single file out of an export. */
export const fileOf = (name: string, content: string): SentFile => ({
  name,
  bytes: new TextEncoder().encode(content),
});

/** Sends an export as the page's form does. @returns the answer */
export function send(
  { cookie }: Member,
  files: readonly SentFile[],
  fields: Record<string, string> = {},
): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  for (const { name, bytes } of files) body.append("export", new Blob([bytes]), name);
  return visit("/dashboard/import", { method: "POST", body, cookie });
}

/** The import as programs see it (docs/interfaces/app.yaml). */
export interface ImportJson {
  id: string;
  state: string;
  takenAt: string;
  account: string | null;
  counts: { followers: number; following: number | null; skipped: number };
  found: string[];
  problems: string[];
  changes: Record<string, number> | null;
  unknownLabels: string[];
}

/** Sends an export, and asks for the import that it led to. */
export async function importInto(
  member: Member,
  files: readonly SentFile[],
  fields: Record<string, string> = {},
): Promise<ImportJson> {
  const answer = await send(member, files, fields);
  const location = answer.headers.get("location");
  if (answer.status !== 303 || !location)
    throw new Error(`${answer.status}: ${await answer.text()}`);
  return importAt(member, location);
}

export async function importAt({ cookie }: Member, address: string): Promise<ImportJson> {
  const answer = await visit(address, { cookie, headers: { accept: "application/json" } });
  return (await answer.json()) as ImportJson;
}

/** Seconds at which the first export of `takes` was taken. */
export const taken = Date.parse("2026-05-10T12:00:00Z") / 1_000;

/** Twenty who stay, so that nothing else is odd. */
const others = Object.fromEntries(
  Array.from({ length: 20 }, (_, index) => [`stays${index}`, taken - (400 - index) * day]),
);

/**
 * Imports lists of people with the seconds since when they follow, and uses them. Null: the export does not say since when.
 * @param on days after the first
 */
export async function takes(
  member: Member,
  on: number,
  people: Record<string, number | null>,
  followed: Record<string, number> = {},
): Promise<ImportJson> {
  const followers = asEntries({ ...others, ...people });
  const following = { relationships_following: asEntries(followed) };
  const files = [
    fileOf("followers_1.json", JSON.stringify(followers)),
    fileOf("following.json", JSON.stringify(following)),
  ];
  const one = await importInto(member, files, {
    takenAt: new Date((taken + on * day) * 1_000).toISOString(),
    followersShown: String(followers.length),
  });
  if (one.state === "held") await press(member, one.id, "use");
  return importAt(member, `/dashboard/import/${one.id}`);
}

const asEntries = (people: Record<string, number | null>) =>
  Object.entries(people).map(([title, timestamp]) => ({
    title,
    string_list_data: timestamp === null ? [] : [{ href: "", timestamp }],
  }));

export async function press(
  { cookie }: Member,
  id: string,
  name: string,
  fields: Record<string, string> = {},
): Promise<Response> {
  const body = new URLSearchParams({ press: name, ...fields });
  return visit(`/dashboard/import/${id}`, { method: "POST", body, cookie });
}

/** What Firestore holds of a subscriber's imports: how many documents, by collection. */
export async function kept({ uid }: Member): Promise<Record<string, number>> {
  // The module of the app that `visit` speaks to: tests reset them.
  await (await import("~/platform/work/background.server")).backgroundSettled();
  const database = await firestore();
  const owned = ["imports", "importPieces", "analysisLists"] as const;
  const counts = owned.map(async (name) => {
    const { size } = await database.collection(name).where("uid", "==", uid).get();
    return [name, size] as const;
  });
  const named = ["analyses", "profiles"].map(async (name) => {
    const { exists } = await database.collection(name).doc(uid).get();
    return [name, Number(exists)] as const;
  });
  return Object.fromEntries(await Promise.all([...counts, ...named]));
}

export const nothingKept = { importPieces: 0, analysisLists: 0, analyses: 0, profiles: 0 };

/** The profile without the time of its computing. */
export async function profileOf({ uid }: Member) {
  const document = await (await firestore()).doc(`profiles/${uid}`).get();
  const { _updatedAt, ...profile } = document.data() ?? {};
  return profile;
}

/** The app as a new process in which exports are a source, once for the file's tests. */
export function withExports(): void {
  beforeAll(async () => {
    vi.stubEnv("ANALYSIS_SOURCES", "export");
    resetApp();
    await visit("/healthz");
  });
}

/** The words of a page. */
export async function pageAt({ cookie }: Member, address: string): Promise<string> {
  return visibleText(await (await visit(address, { cookie })).text());
}

export { type Member, newMember };
