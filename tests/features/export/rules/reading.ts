import { ExportRefused, type ReadExport } from "../../../../app/features/export/export.ts";
import { readExport } from "../../../../app/features/export/read-export.ts";
import type { ExportLimits } from "../../../../app/features/export/rules/limits.ts";
import { type NameList, peopleOf } from "../../../../app/platform/values/name-list.ts";

export interface FileToSend {
  name: string;
  bytes: Buffer | string;
}

/** @param cuts lengths of the chunks, over and over */
async function* chunksOf(bytes: Buffer, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (let turn = 0; at < bytes.length; turn += 1) {
    const next = at + (cuts[turn % cuts.length] ?? bytes.length);
    yield bytes.subarray(at, next);
    at = next;
  }
}

export async function* sent(files: readonly FileToSend[], cuts: readonly number[] = [65_536]) {
  for (const { name, bytes } of files) yield { name, chunks: chunksOf(Buffer.from(bytes), cuts) };
}

export const readFiles = (
  files: readonly FileToSend[],
  limits: Partial<ExportLimits> = {},
  cuts?: readonly number[],
): Promise<ReadExport> => readExport(sent(files, cuts), limits);

/** What becomes of the files: what is read, or why they are refused. Any other error is thrown. */
export async function outcomeOf(
  files: readonly FileToSend[],
  limits: Partial<ExportLimits> = {},
  cuts?: readonly number[],
): Promise<ReadExport | ExportRefused["refusal"]> {
  try {
    return await readFiles(files, limits, cuts);
  } catch (error) {
    if (error instanceof ExportRefused) return error.refusal;
    throw error;
  }
}

export const namesOf = (list: NameList | undefined) =>
  list && [...peopleOf(list)].map(({ username }) => username);

/** An entry of a list of people in form A. */
export const follower = (username: string, timestamp = 1_719_878_400) => ({
  title: "",
  media_list_data: [],
  string_list_data: [{ href: `https://www.instagram.com/${username}`, value: username, timestamp }],
});

export const followersPath = "connections/followers_and_following/followers_1.json";
export const followingPath = "connections/followers_and_following/following.json";
