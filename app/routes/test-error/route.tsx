/** What the hidden test-error button posts to: shows and reports what a crash shows and reports (spec 2). */
export function action(): never {
  throw new Error("Test error");
}

export function loader(): never {
  throw new Response(null, { status: 404 });
}

export default function TestError() {
  return null;
}
