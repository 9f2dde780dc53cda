import type { ReactNode } from "react";

/** A notice that the page shows stale or unfinished data, with a link that reloads it. */
export function CheckAgain({ at, children }: { at: string; children: ReactNode }) {
  return (
    <p role="status" className="my-3 rounded-xl bg-tint px-4 py-3 text-sm">
      {children}{" "}
      <a href={at} className="font-semibold whitespace-nowrap text-blue-ink underline">
        Check again
      </a>
    </p>
  );
}
