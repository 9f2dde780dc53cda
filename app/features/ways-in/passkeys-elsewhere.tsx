/** In place of a passkey's button on a brand's host, which the passkeys of the app's own address do not know. */
export function PasskeysElsewhere({ address }: { address: string }) {
  return (
    <p className="mt-4 text-muted wrap-anywhere">
      Passkeys work at{" "}
      <a href={address} className="underline underline-offset-2">
        {new URL(address).host}
      </a>{" "}
      only.
    </p>
  );
}
