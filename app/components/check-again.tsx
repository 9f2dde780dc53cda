import type { ReactNode } from "react";

/** Says that what is shown will not stay so, with a way to look anew. */
export function CheckAgain({ at, children }: { at: string; children: ReactNode }) {
  return (
    <p role="status" className="my-3 rounded-xl bg-tint px-4 py-3 text-sm">
      {children}{" "}
      <a href={at} className="font-semibold text-blue-ink underline">
        Check again
      </a>
    </p>
  );
}
