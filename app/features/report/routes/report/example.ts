import operator from "content:operator";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireExampleReader } from "~/features/account/guards.server";
import { exampleAnalysis, exampleKnowing } from "~/features/analysis/example-analysis.server";
import { exampleGrowth } from "~/features/growth/example-growth.server";
import { paperFor } from "~/features/report/paper";
import {
  mostNamed,
  type NamedKey,
  type NamedPeople,
  namedKeys,
  type ReportInput,
} from "~/features/report/rules/input";
import { ratesSaid, saidProfile } from "~/features/report/services/input.server";
import { setReport } from "~/features/report/services/set.server";
import { currentLanguage } from "~/platform/languages/languages.server";
import { addresses, queryOf } from "~/platform/values/addresses";
import { usernameAt } from "~/platform/values/name-list";
import { failurePage } from "./pages.server.ts";

/** The report of the invented account, as it is set here (docs/product.md#example). */
export async function loader({ request }: LoaderFunctionArgs) {
  const { hasReport } = await requireExampleReader(request);
  if (!hasReport) throw new Response(null, { status: 404 });
  const paper = paperFor(queryOf(request).get("paper"), null);
  try {
    // The same for everybody who reads a language, so they share one PDF.
    const pdf = await setReport("example", await exampleInput(paper));
    const headers = {
      "cache-control": "private, no-store, no-transform",
      "content-disposition": 'attachment; filename="example-report.pdf"',
      "content-type": "application/pdf",
      "content-length": String(pdf.byteLength),
    };
    return new Response(request.method === "HEAD" ? null : pdf, { headers });
  } catch (error) {
    return failurePage(error, { request, address: addresses.exampleReport });
  }
}

async function exampleInput(paper: ReportInput["paper"]): Promise<ReportInput> {
  const [{ profile, categories }, { growth }] = await Promise.all([
    exampleAnalysis(),
    exampleGrowth(),
  ]);
  const [before, newest] = growth.exports?.imports.slice(-2) ?? [];
  const named = (key: NamedKey): NamedPeople | undefined => {
    const found = categories[key];
    if ("note" in found) return undefined;
    const first = Array.from(found.order.subarray(0, mostNamed));
    return {
      names: first.map((index) => usernameAt(found.people, index)),
      total: found.order.length,
      hidden: 0,
      ...(before && newest && { between: { from: before.takenAt, to: newest.takenAt } }),
    };
  };
  return {
    language: currentLanguage(),
    profile: saidProfile(profile),
    knowing: exampleKnowing,
    growth,
    people: Object.fromEntries(namedKeys.map((key) => [key, named(key)])),
    timeZone: "UTC",
    paper,
    operator: operator.companyName,
    rates: ratesSaid(),
    isExample: true,
  };
}
