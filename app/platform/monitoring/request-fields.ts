export interface RequestLine {
  requestId: string;
  method: string;
  route: string;
  status: number;
  milliseconds: number;
  aborted?: true;
}

/** The rest of a request's line, after the fields that all lines have. By JSON, so that no value adds a field or a line. */
export const requestFields = ({
  requestId,
  method,
  route,
  status,
  milliseconds,
  aborted,
}: RequestLine): string =>
  `,${JSON.stringify({ requestId, method, route, status, milliseconds: Math.round(milliseconds), aborted }).slice(1)}`;
