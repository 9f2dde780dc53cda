/** The gRPC status codes of Firestore errors that this app handles. */
export const grpcStatus = {
  notFound: 5,
  alreadyExists: 6,
  failedPrecondition: 9,
  aborted: 10,
} as const;

export const hasGrpcStatus = (
  error: unknown,
  ...names: readonly (keyof typeof grpcStatus)[]
): boolean =>
  error instanceof Error &&
  "code" in error &&
  names.some((name) => grpcStatus[name] === error.code);
