import { expect, vi } from "vitest";

interface LogLine {
  level: string;
  msg: string;
  port?: number;
  requestId?: string;
  count?: number;
}

/** All that a server has logged until now; its log comes a moment late. */
export async function wholeLog({
  origin,
  output,
}: {
  origin: string;
  output: () => string;
}): Promise<string> {
  const { headers } = await fetch(`${origin}/healthz`, { headers: { connection: "close" } });
  const id = headers.get("x-request-id") ?? "none";
  // Once a request of just now stands in it, so do all before it.
  await vi.waitFor(() => expect(output()).toContain(id), 20_000);
  return output();
}

export const linesOf = (log: string): LogLine[] =>
  log
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
