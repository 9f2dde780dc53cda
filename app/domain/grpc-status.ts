/** The status codes of gRPC with which Firestore's errors are told apart here. */
export const grpcStatus = { notFound: 5, failedPrecondition: 9, aborted: 10 } as const;

/** Whether an error carries one of these codes. */
export const hasGrpcStatus = (
  error: unknown,
  ...names: readonly (keyof typeof grpcStatus)[]
): boolean =>
  error instanceof Error &&
  "code" in error &&
  names.some((name) => grpcStatus[name] === error.code);
