import { createLimit } from "~/clients/rate-limits.server";

/** Counted for everybody together: nobody fills the log and the error reports from many addresses either. */
const errors = createLimit("test-error", { points: 10, seconds: 600 });

/** What the hidden test-error button posts to: shows and reports what a crash shows and reports (spec 2). */
export async function action(): Promise<never> {
  if ((await errors.take("all")) !== undefined) throw new Response(null, { status: 429 });
  throw new Error("Test error");
}

export function loader(): never {
  throw new Response(null, { status: 404 });
}

export default function TestError() {
  return null;
}
