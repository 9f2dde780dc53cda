declare module "fresh" {
  /** Whether the client that sent these request headers already has the response with those headers. */
  export default function fresh(
    request: Record<string, string | undefined>,
    response: Record<string, string | undefined>,
  ): boolean;
}

declare module "negotiator" {
  export default class Negotiator {
    constructor(request: { headers: Record<string, string | undefined> });
    /** Those of `available` that the client takes, best first. @param preferred decides between equals */
    encodings<E extends string>(available: readonly E[], preferred?: readonly E[]): E[];
    /** The one of `available` that the client takes most gladly; the first of them without a header. */
    mediaType<T extends string>(available: readonly T[]): T | undefined;
  }
}
