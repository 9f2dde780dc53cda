import type { InstagramCall, InstagramVerdict } from "~/features/connection/rules/refusal";
import type { Usage } from "~/features/connection/rules/usage";

/**
 * Instagram answered, and refused. Contains no token, address or text of the answer, so that it can be logged. If
 * Instagram did not answer, it is an `UpstreamError`.
 */
export class InstagramRefused extends Error {
  override name = "InstagramRefused";
  readonly call: InstagramCall;
  readonly code: number;
  readonly subcode: number | null;
  readonly verdict: InstagramVerdict;
  readonly usage: Usage;

  constructor(
    call: InstagramCall,
    { code, subcode }: { code: number; subcode: number | null },
    verdict: InstagramVerdict,
    usage: Usage,
  ) {
    super(
      `instagram ${call}: ${verdict.kind}, code ${code}${subcode === null ? "" : `/${subcode}`}`,
    );
    this.call = call;
    this.code = code;
    this.subcode = subcode;
    this.verdict = verdict;
    this.usage = usage;
  }
}
