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
): boolean => {
  const code = grpcCodeOf(error);
  return names.some((name) => grpcStatus[name] === code);
};

/** The gRPC status code of a client library's error; undefined for any other error. */
export const grpcCodeOf = (error: unknown): number | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "number"
    ? error.code
    : undefined;

/** By code, the HTTP status that Google's `google/rpc/code.proto` gives it. */
const httpStatuses = [
  200, // OK
  499, // CANCELLED
  500, // UNKNOWN
  400, // INVALID_ARGUMENT
  504, // DEADLINE_EXCEEDED
  404, // NOT_FOUND
  409, // ALREADY_EXISTS
  403, // PERMISSION_DENIED
  429, // RESOURCE_EXHAUSTED
  400, // FAILED_PRECONDITION
  409, // ABORTED
  400, // OUT_OF_RANGE
  501, // UNIMPLEMENTED
  500, // INTERNAL
  503, // UNAVAILABLE
  500, // DATA_LOSS
  401, // UNAUTHENTICATED
] as const;

/** Where Firestore's libraries got an answer over HTTP, they put its status in the code's place. */
export const httpStatusOf = (code: number): number =>
  httpStatuses[code] ?? (code >= 400 && code < 600 ? code : 500);
