const statusCodes = {
  INVALID_ARGUMENT: 3,
  NOT_FOUND: 5,
  ALREADY_EXISTS: 6,
  PERMISSION_DENIED: 7,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  ABORTED: 10,
  UNAVAILABLE: 14,
} as const;

/** A failure with its gRPC status code. */
export class FirestoreFailure extends Error {
  readonly code: number;
  constructor(code: keyof typeof statusCodes, message: string) {
    super(message);
    this.code = statusCodes[code];
  }
}

/** A request that Firestore refuses, however often it is sent. */
export function refuse(message: string): never {
  throw new FirestoreFailure("INVALID_ARGUMENT", message);
}
