import type { z } from "zod";
import {
  type GraphError,
  type InstagramCall,
  readGraphError,
  verdictOn,
} from "~/features/connection/rules/refusal";
import { readUsage, type Usage } from "~/features/connection/rules/usage";
import { InstagramRefused } from "~/features/connection/store/instagram/refused.server";
import { parseExactJson } from "~/features/history/exact-json";
import { log } from "~/platform/monitoring/log.server";
import {
  readLimited,
  send,
  statusFailure,
  type Upstream,
  UpstreamError,
} from "~/platform/upstream/upstream.server";

export const maxAnswerBytes = 4 * 1_048_576;

/** An answer, and how much of the limits is used up since (`pausesFor`). */
export interface InstagramAnswer<T> {
  value: T;
  usage: Usage;
}

type Outcome<T> = InstagramAnswer<T> | { error: GraphError; usage: Usage };

interface Question<S extends z.ZodType> {
  upstream: Upstream;
  call: InstagramCall;
  url: string;
  /** Sent as a form; then the call is never repeated. */
  form?: URLSearchParams;
  /** Whether the call is never repeated. */
  once?: boolean;
  schema: S;
}

const tooMany: GraphError = {
  code: 429,
  subcode: null,
  transient: false,
  fromExchange: false,
  pointsAt: () => [],
};

/**
 * Asks Instagram. The address contains secrets: it is given to `fetch` and to nothing else.
 * @returns its answer, or its error, which is an answer, too: it does not count for the circuit breaker
 */
export function attempt<S extends z.ZodType>(question: Question<S>): Promise<Outcome<z.output<S>>> {
  const { upstream, url, form, once, schema } = question;
  return upstream.call(form ? "write" : once ? "read-once" : "read", async (signal) => {
    const init = { signal, ...(form && { method: "POST", body: form }) };
    const response = await send(upstream.system, url, init);
    const text = (await readLimited(upstream.system, response, maxAnswerBytes)).toString("utf8");
    const json = parseExactJson(text);
    const body = json.value;
    const usage = readUsage(response.headers);
    const error = readGraphError(body);
    if (error) return { error, usage };
    // A limit in front of Instagram's own: asking again at once would make it worse.
    if (response.status === 429) return { error: tooMany, usage };
    if (!response.ok) throw statusFailure(upstream.system, response.status);
    if (!json.ok) throw new UpstreamError(upstream.system, "garbled", response.status);
    const checked = schema.safeParse(body);
    if (!checked.success) throw new UpstreamError(upstream.system, "malformed", response.status);
    return { value: checked.data, usage };
  });
}

/** Like `attempt`, but an error is thrown as an `InstagramRefused`. */
export async function ask<S extends z.ZodType>(
  question: Question<S>,
): Promise<InstagramAnswer<z.output<S>>> {
  const outcome = await attempt(question);
  if ("error" in outcome) throw asInstagramRefused(question.call, outcome.error, outcome.usage);
  return outcome;
}

/** The error to throw. Only its code is logged: Meta's message may contain anything. */
export function asInstagramRefused(
  call: InstagramCall,
  error: GraphError,
  usage: Usage,
): InstagramRefused {
  const verdict = verdictOn(error, call, usage);
  const { code, subcode } = error;
  log.info({ call, code, subcode, verdict: verdict.kind }, "instagram refused");
  return new InstagramRefused(call, error, verdict, usage);
}
