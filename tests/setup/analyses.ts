import { firestore } from "~/platform/store/firebase.server";
import { analysisDocuments, type StoredAnalysis } from "./analysis-documents.ts";
import { type Member, newMember } from "./member.ts";

/** A subscriber with an analysis made here, stored as an import stores it. */
export async function memberWithAnalysis(analysis: StoredAnalysis = {}): Promise<Member> {
  const member = await newMember();
  await storeAnalysis(member.uid, analysis);
  return member;
}

export async function storeAnalysis(uid: string, analysis: StoredAnalysis) {
  const database = await firestore();
  const { documents, ...stored } = analysisDocuments(uid, analysis);
  for (const [path, content] of Object.entries(documents)) await database.doc(path).set(content);
  return stored;
}

/** `count` people with names of their own, each of whom followed a minute after the one before. */
export const crowd = (count: number, prefix = "person.") =>
  Array.from({ length: count }, (_, at) => ({
    username: `${prefix}${String(at).padStart(6, "0")}`,
    since: 1_700_000_000 + at * 60,
  }));
