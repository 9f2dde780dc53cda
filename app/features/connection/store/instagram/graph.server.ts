import type { z } from "zod";
import { env } from "~/env.server";
import { type InstagramCall, verdictOn } from "~/features/connection/rules/refusal";
import {
  asInstagramRefused,
  ask,
  attempt,
  type InstagramAnswer,
} from "~/features/connection/store/instagram/ask.server";
import type { AccessToken } from "~/platform/tokens/access-token";
import { createUpstream } from "~/platform/upstream/upstream.server";

/** No page waits for it. */
const upstream = createUpstream("instagram", { readDeadline: 10_000 });

/** With a circuit breaker of its own: a person can connect while readings fail by the thousands. */
const ofConnecting = createUpstream("instagram", { readDeadline: 6_000 });

interface Reading<S extends z.ZodType> {
  call: InstagramCall;
  token: AccessToken;
  /** Whether a person waits for it. */
  isConnecting?: boolean;
  /** Whether the call is never repeated. */
  once?: boolean;
  /** Below the version, such as `/me`. */
  path: string;
  parameters?: Record<string, string>;
  schema: S;
}

const question = <S extends z.ZodType>({
  call,
  token,
  isConnecting = false,
  once = false,
  path,
  parameters,
  schema,
}: Reading<S>) => ({
  upstream: isConnecting ? ofConnecting : upstream,
  call,
  once,
  url: `${env.INSTAGRAM_GRAPH_URL}/v26.0${path}?${new URLSearchParams({
    ...parameters,
    access_token: token.reveal(),
  })}`,
  schema,
});

export const read = <S extends z.ZodType>(
  reading: Reading<S>,
): Promise<InstagramAnswer<z.output<S>>> => ask(question(reading));

interface Names<Name extends string> {
  /** `fields` or `metric`. */
  parameter: "fields" | "metric";
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
  reading: Reading<S>,
  { parameter, required = [], optional }: Names<Name>,
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
    if (!isWrongName || left.length === 0) throw asInstagramRefused(reading.call, error, usage);
    const wrong = error.pointsAt(asked);
    const better = left.filter((name) => !wrong.includes(name));
    left = better.length < left.length ? better : [];
    if (left.length === 0 && required.length === 0)
      throw asInstagramRefused(reading.call, error, usage);
  }
}
