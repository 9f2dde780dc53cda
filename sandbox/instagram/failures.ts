/** The calls, by the app's names for them. */
export const calls = [
  "exchange",
  "long-lived",
  "refresh",
  "me",
  "media",
  "comments",
  "insights",
  "reach",
  "counts",
  "audience",
] as const;
export type CallName = (typeof calls)[number];

/** An error as Instagram answers it. */
export interface GraphFailure {
  code: number;
  subcode?: number | null;
  transient?: boolean;
  message?: string;
  /** In the header, where the error is a limit. */
  regainMinutes?: number;
}

export interface Failures {
  /**
   * Makes a call fail.
   * @param account the key of the only one for which it fails
   * @param times how often; always if left out
   */
  set(call: CallName, failure: GraphFailure, options?: { account?: string; times?: number }): void;
  take(call: CallName, account: string | undefined): GraphFailure | undefined;
  clear(): void;
}

export function createFailures(): Failures {
  let active: { call: CallName; failure: GraphFailure; account?: string; times: number }[] = [];
  return {
    set(call, failure, { account, times = Number.POSITIVE_INFINITY } = {}) {
      active.push({ call, failure, times, ...(account !== undefined && { account }) });
    },
    take(call, account) {
      const entry = active.find(
        (candidate) =>
          candidate.call === call &&
          (candidate.account === undefined || candidate.account === account),
      );
      if (!entry) return undefined;
      entry.times -= 1;
      if (entry.times <= 0) active = active.filter((other) => other !== entry);
      return entry.failure;
    },
    clear() {
      active = [];
    },
  };
}

/** Meta's statuses vary; the app must not go by them. */
const statuses: Record<number, number> = { 1: 500, 2: 500, 4: 403, 10: 403, 200: 403 };

export function failureAnswer(failure: GraphFailure, headers: Record<string, string>): Response {
  const {
    code,
    subcode,
    transient = code <= 2,
    message = `(#${code}) The sandbox's error`,
  } = failure;
  const error = {
    message,
    type: "OAuthException",
    code,
    ...(subcode !== undefined && subcode !== null && { error_subcode: subcode }),
    is_transient: transient,
    fbtrace_id: "AtraceOfTheSandbox",
  };
  const regain = failure.regainMinutes !== undefined && {
    "x-business-use-case-usage": JSON.stringify({
      "17841400000000000": [
        {
          type: "instagram",
          call_count: 100,
          total_cputime: 20,
          total_time: 20,
          estimated_time_to_regain_access: failure.regainMinutes,
        },
      ],
    }),
  };
  return Response.json(
    { error },
    { status: statuses[code] ?? 400, headers: { ...headers, ...regain } },
  );
}
