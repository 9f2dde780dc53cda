import words from "content:import";
import { buttonStyle } from "~/design/button";
import type { ImportState } from "~/features/history/import";
import { addresses } from "~/platform/values/addresses";

const { wayOn } = words;

/** Where to go from an import. One that is held waits for a decision first. */
export function WayOn({ state, id, address }: { state: ImportState; id: string; address: string }) {
  const another = { label: wayOn.another, to: addresses.import };
  const analytics = { label: wayOn.analytics, to: addresses.analytics };
  const compare = {
    label: wayOn.compare,
    to: `${addresses.compare}?${new URLSearchParams({ to: id })}`,
  };
  const ways = {
    reading: [{ label: wayOn.lookAgain, to: address }],
    held: [],
    used: [analytics, compare, another],
    refused: [another, { label: wayOn.howTo, to: `${addresses.import}#how-to` }],
    discarded: [another],
  }[state];
  return (
    <>
      {ways.map(({ label, to }, index) => (
        <a
          key={to}
          href={to}
          className={buttonStyle(
            index === 0 ? "primary" : "quiet",
            `w-full ${index === 0 ? "mt-7" : "mt-3"}`,
          )}
        >
          {label}
        </a>
      ))}
    </>
  );
}
