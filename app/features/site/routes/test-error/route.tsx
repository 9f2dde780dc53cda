import { createLimit } from "~/platform/store/rate-limits.server";

/** One limit for all clients together, so that nobody can flood the log and the error reports from many addresses. */
const testErrors = createLimit("test-error", { points: 10, seconds: 600 });

/** Throws for the hidden test-error button, so that the crash page and the error reports can be tried (docs/product.md#test-error). */
export async function action(): Promise<never> {
  if ((await testErrors.take("all")) !== undefined) throw new Response(null, { status: 429 });
  throw new Error("Test error");
}

export function loader(): never {
  throw new Response(null, { status: 404 });
}

export default function TestError() {
  return null;
}
