import { createContext, type ReactNode, useContext } from "react";
import { addresses } from "~/platform/values/addresses";
import { sentences } from "~/platform/values/say";
import { buttonStyle } from "./button.tsx";

const ExampleContext = createContext(false);

/** Whether what is drawn is of the invented account: it has no files, no settings and no pages of its own. */
export const useIsExample = (): boolean => useContext(ExampleContext);

const pages = sentences([
  { label: "Analysis", href: addresses.example },
  { label: "Growth", href: addresses.exampleGrowth },
  { label: "Report (PDF)", href: addresses.exampleReport },
]);

/** A page of the example: says so above it and below it (docs/product.md#example). */
export function Example({ hasReport, children }: { hasReport: boolean; children: ReactNode }) {
  return (
    <ExampleContext.Provider value={true}>
      <aside
        aria-label="Example"
        className="mb-6 rounded-card border-2 border-dashed border-blue bg-tint p-4"
      >
        <p>
          <strong>This is an example.</strong> The account is invented, and so is everybody in it.
          What you see of it is computed as it is for yours.
        </p>
        <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1">
          {pages
            .filter(({ href }) => hasReport || href !== addresses.exampleReport)
            .map(({ label, href }) => (
              <li key={href}>
                <a
                  href={href}
                  className="inline-flex min-h-11 items-center font-semibold text-blue-ink underline"
                >
                  {label}
                </a>
              </li>
            ))}
        </ul>
      </aside>
      {children}
      <p className="mt-10 rounded-card bg-tint p-4 text-center text-muted">
        End of the example. All figures above are invented.
      </p>
      <a
        href={addresses.import}
        className={buttonStyle("primary", "mt-3 w-full @2xl:w-auto @2xl:self-center")}
      >
        Import my own export
      </a>
    </ExampleContext.Provider>
  );
}
