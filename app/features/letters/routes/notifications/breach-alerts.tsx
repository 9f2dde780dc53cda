import { addresses } from "~/platform/values/addresses";
import { LetterCard, PressForm } from "./letter-card.tsx";

export function BreachAlerts({ isOn }: { isOn: boolean }) {
  return (
    <LetterCard id="breach-alerts" icon="safety" title="Breach alerts" isOn={isOn}>
      <p className="mt-3">
        Once a month we look up your email address in the record of known data breaches. You get a
        letter only if there is one that was not there before.
      </p>
      <p className="mt-2 text-muted">
        The breaches known today are listed under{" "}
        <a href={addresses.passwordSafety} className="text-blue-ink underline">
          Password safety
        </a>
        . You get no letter about them.
      </p>
      {isOn ? (
        <PressForm press="alerts-off" label="Turn off breach alerts" tone="quiet" />
      ) : (
        <PressForm press="alerts-on" label="Turn on breach alerts" />
      )}
    </LetterCard>
  );
}
