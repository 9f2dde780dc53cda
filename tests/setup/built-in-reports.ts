import { beforeAll, expect, vi } from "vitest";
import { readPdf } from "#tests/setup/read-pdf";
import { storeAnalysis } from "./analyses.ts";
import type { StoredAnalysis } from "./analysis-documents.ts";
import { visit } from "./app.ts";
import { type Member, newMember } from "./member.ts";
import { sandbox } from "./outside.ts";
import { resetApp } from "./reset-app.ts";

export const address = "/dashboard/report";

/** The app as a new process that sets reports itself, once for the file's tests. */
export function withBuiltInReports(sources = "outside,export,instagram"): void {
  beforeAll(async () => {
    vi.stubEnv("REPORT_SOURCE", "built-in");
    vi.stubEnv("ANALYSIS_SOURCES", sources);
    resetApp();
    await visit("/healthz");
  });
}

/** A subscriber who owns the report. */
export async function newOwner(): Promise<Member> {
  const owner = await newMember();
  sandbox.world.subscriptions.push({
    id: `sub-${crypto.randomUUID()}`,
    bundle: "profile-analyzer",
    planCode: "ig_pdf_report_otp",
    status: "active",
    mainPlan: false,
    startedAt: new Date(),
    emails: [owner.email],
    uid: owner.uid,
  });
  return owner;
}

export async function ownerWith(analysis: StoredAnalysis): Promise<Member> {
  const owner = await newOwner();
  await storeAnalysis(owner.uid, analysis);
  return owner;
}

/** The report as a file. */
export async function pdfOf({ cookie }: Member, query = ""): Promise<Uint8Array> {
  const answer = await visit(address + query, { cookie });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/pdf");
  return new Uint8Array(await answer.arrayBuffer());
}

/** The report as it is read, the cover and all pages in one text. */
export async function reportOf(owner: Member, query = "") {
  const read = await readPdf(await pdfOf(owner, query));
  return { ...read, text: read.pages.join(" ") };
}
