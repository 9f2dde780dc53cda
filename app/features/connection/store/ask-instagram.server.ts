import type { z } from "zod";
import { env } from "~/env.server";
import {
  type GraphError,
  type InstagramCall,
  type InstagramVerdict,
  readGraphError,
  verdictOn,
} from "~/features/connection/rules/refusal";
import { readUsage, type Usage } from "~/features/connection/rules/usage";
import { parseExactJson } from "~/features/history/exact-json";
import { log } from "~/platform/monitoring/log.server";
import type { AccessToken } from "~/platform/tokens/access-token";
import {
  createUpstream,
  readText,
  send,
  statusFailure,
  type Upstream,
  UpstreamError,
} from "~/platform/upstream/upstream.server";

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
    { code, subcode }: GraphError,
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

const maxAnswerBytes = 4 * 1_048_576;

/** An answer, and how much of the limits is used up since (`pausesFor`). */
export interface InstagramAnswer<T> {
  value: T;
  usage: Usage;
}

interface Refusal {
  error: GraphError;
  usage: Usage;
}

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
function attempt<S extends z.ZodType>({
  upstream,
  url,
  form,
  once,
  schema,
}: Question<S>): Promise<InstagramAnswer<z.output<S>> | Refusal> {
  return upstream.call(form ? "write" : once ? "read-once" : "read", async (signal) => {
    const init = { signal, ...(form && { method: "POST", body: form }) };
    const response = await send(upstream.system, url, init);
    const text = await readText(upstream.system, response, maxAnswerBytes);
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
  if ("error" in outcome) throw asInstagramRefused(question.call, outcome);
  return outcome;
}

/** The error to throw. Only its code is logged: Meta's message may contain anything. */
function asInstagramRefused(call: InstagramCall, { error, usage }: Refusal): InstagramRefused {
  const verdict = verdictOn(error, call, usage);
  const { code, subcode } = error;
  log.info({ call, code, subcode, verdict: verdict.kind }, "instagram refused");
  return new InstagramRefused(call, error, verdict, usage);
}

/** No page waits for it. */
const upstream = createUpstream("instagram", { readDeadline: 10_000 });

/** With a circuit breaker of its own: a person can connect while readings fail by the thousands. */
const ofConnecting = createUpstream("instagram", { readDeadline: 6_000 });

interface Reading<S extends z.ZodType> extends Pick<Question<S>, "call" | "once" | "schema"> {
  token: AccessToken;
  /** Whether a person waits for it. */
  isConnecting?: boolean;
  /** Below the version, such as `/me`. */
  path: string;
  parameters?: Record<string, string>;
}

const question = <S extends z.ZodType>({
  token,
  isConnecting,
  path,
  parameters,
  ...asked
}: Reading<S>) => ({
  ...asked,
  upstream: isConnecting ? ofConnecting : upstream,
  url: `${env.INSTAGRAM_GRAPH_URL}/v26.0${path}?${new URLSearchParams({
    ...parameters,
    access_token: token.reveal(),
  })}`,
});

export const read = <S extends z.ZodType>(reading: Reading<S>) => ask(question(reading));

interface Names<Name extends string> {
  required?: readonly string[];
  /** Asked for, and left out where Instagram refuses them. */
  optional: readonly Name[];
}

export type NamedAnswer<T, Name extends string> = InstagramAnswer<T> & { leftOut: Name[] };

/**
 * Reads with a list of names, of which one that is wrong fails the whole call (code 100): asks again without those at
 * which the error points, and without all optional ones where it points at none.
 */
export async function readNamed<S extends z.ZodType, Name extends string>(
  parameter: "fields" | "metric",
  reading: Reading<S>,
  { required = [], optional }: Names<Name>,
): Promise<NamedAnswer<z.output<S>, Name>> {
  let left = [...optional];
  for (;;) {
    const asked = [...required, ...left];
    const parameters = { ...reading.parameters, [parameter]: asked.join(",") };
    const outcome = await attempt(question({ ...reading, parameters }));
    if (!("error" in outcome))
      return { ...outcome, leftOut: optional.filter((name) => !left.includes(name)) };
    const { error, usage } = outcome;
    const isWrongName = verdictOn(error, reading.call, usage).kind === "ask-without";
    const wrong = error.pointsAt(asked);
    const better = left.filter((name) => !wrong.includes(name));
    const next = better.length < left.length ? better : [];
    if (!isWrongName || left.length === 0 || next.length + required.length === 0)
      throw asInstagramRefused(reading.call, outcome);
    left = next;
  }
}
