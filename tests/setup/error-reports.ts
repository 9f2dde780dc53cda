import { type Stack, startStack } from "./stack.ts";

/** A server that reports its errors. */
export const startReportingStack = (more: Record<string, string> = {}) =>
  startStack(({ sentryDsn }) => ({
    SENTRY_DSN: sentryDsn,
    RELEASE: "release-7",
    METRICS_PORT: "0",
    TRUST_PROXY: "1",
    ...more,
  }));

interface Envelope {
  type: string;
  transaction?: string;
  spans?: object[];
  environment?: string;
  release?: string;
  platform?: string;
  tags?: Record<string, string>;
  contexts?: { app?: Record<string, string>; trace?: { trace_id: string } };
  exception?: { values: { type: string; value: string }[] };
}

/** The events in the envelopes that Sentry got. */
export const reports = ({ sandbox }: Stack): Envelope[] =>
  sandbox.world.envelopes.map((envelope) => {
    const [, head = "{}", event = "{}"] = envelope.split("\n");
    return { ...JSON.parse(event), type: JSON.parse(head).type };
  });
/** Those of them that tell of an error. */
export const errors = (stack: Stack) => reports(stack).filter(({ type }) => type === "event");
