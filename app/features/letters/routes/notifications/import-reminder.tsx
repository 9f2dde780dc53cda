import { LetterCard, PressForm } from "./letter-card.tsx";

export function ImportReminder({ isOn }: { isOn: boolean }) {
  return (
    <LetterCard id="import-reminder" icon="notifications" title="Import reminder" isOn={isOn}>
      <p className="mt-3">
        When your last import is a month old: one letter that reminds you to ask Instagram for a new
        export.
      </p>
      <p className="mt-2 text-muted">
        It comes once for each import. Who imports every month never gets it.
      </p>
      {isOn ? (
        <PressForm press="reminder-off" label="Turn off the import reminder" tone="quiet" />
      ) : (
        <PressForm press="reminder-on" label="Turn on the import reminder" />
      )}
    </LetterCard>
  );
}
