import { SubmitButton } from "~/design/button";
import { FormToken } from "~/design/form-token";
import { NamedIcon } from "~/design/icons";
import { maxNameLength } from "~/features/ways-in/rules/passkeys";
import { addresses } from "~/platform/values/addresses";
import type { ShownPasskey } from "./own-passkeys.server.ts";

/** One passkey. Its forms are plain ones: they work without JavaScript. */
export function PasskeyCard({ passkey }: { passkey: ShownPasskey }) {
  const { key, name } = passkey;
  return (
    <li className="py-3">
      <h3 className="font-bold wrap-anywhere" dir="auto">
        {name ?? "A passkey that cannot be read"}
      </h3>
      <About passkey={passkey} />
      <details className="group">
        <summary className="flex min-h-11 list-none items-center gap-1 font-bold text-blue-ink [&::-webkit-details-marker]:hidden">
          {name === undefined ? "Remove" : "Rename or remove"}
          <span className="sr-only">: {name}</span>
          <NamedIcon
            name="forward"
            className="size-5 rotate-90 transition-transform group-open:-rotate-90"
          />
        </summary>
        <div className="flex flex-col gap-3 pt-1 pb-2">
          {name !== undefined && <Rename passkey={key} name={name} />}
          <form method="post" action={addresses.security}>
            <FormToken />
            <input type="hidden" name="passkey" value={key} />
            <SubmitButton name="press" value="passkey-remove" tone="danger">
              Remove this passkey
            </SubmitButton>
          </form>
        </div>
      </details>
    </li>
  );
}

function About({ passkey }: { passkey: ShownPasskey }) {
  if (passkey.name === undefined)
    return <p className="text-muted">Nobody can sign in with it. Remove it.</p>;
  const { createdOn, usedOn, backedUp, suspectSince, isUnconfirmed } = passkey;
  return (
    <>
      <p className="text-muted">
        Added on {createdOn}, {usedOn ? `last used on ${usedOn}` : "not used yet"}
        {backedUp && ", synchronised between your devices"}.
      </p>
      {suspectSince && (
        <p className="mt-1 font-semibold text-red-ink">
          It may have been copied, as we saw on {suspectSince}. It no longer signs in: remove it.
        </p>
      )}
      {isUnconfirmed && (
        <p className="mt-1 font-semibold text-red-ink">
          It was added before your email was confirmed. It no longer signs in: remove it, and add a
          new one.
        </p>
      )}
    </>
  );
}

function Rename({ passkey, name }: { passkey: string; name: string }) {
  const id = `name-${passkey}`;
  return (
    <form method="post" action={addresses.security}>
      <FormToken />
      <input type="hidden" name="passkey" value={passkey} />
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        Name
      </label>
      <input
        id={id}
        name="name"
        defaultValue={name}
        required
        aria-invalid={false}
        maxLength={maxNameLength}
        autoComplete="off"
        className="block min-h-12 w-full rounded-xl border border-control bg-surface px-4 py-3"
      />
      <SubmitButton name="press" value="passkey-rename" tone="quiet" className="mt-3 w-full">
        Save name
      </SubmitButton>
    </form>
  );
}
