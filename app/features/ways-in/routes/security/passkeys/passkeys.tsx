import type { ReactNode } from "react";
import { buttonStyle, SubmitButton } from "~/design/button";
import { Field } from "~/design/field";
import { FoldSummary } from "~/design/fold";
import { FormMessage } from "~/design/form-message";
import { FormToken } from "~/design/form-token";
import { NamedIcon } from "~/design/icons";
import { ScriptWords } from "~/design/script-words";
import script from "~/features/ways-in/browser/passkeys/add.ts?worker&url";
import { PasskeysElsewhere } from "~/features/ways-in/passkeys-elsewhere";
import { maxNameLength, maxPasskeys } from "~/features/ways-in/rules/passkeys";
import { addresses } from "~/platform/values/addresses";
import { messageFor } from "~/platform/values/identity-messages";
import { scriptHook } from "~/platform/values/script-hooks";
import type { PressRefusal } from "../press.server.ts";
import { Section, SectionDown } from "../section.tsx";
import type { ownPasskeys, ShownPasskey } from "../sections.server.ts";

/** One passkey. Its forms are plain ones: they work without JavaScript. */
function PasskeyCard({ passkey }: { passkey: ShownPasskey }) {
  const { key, name } = passkey;
  return (
    <li className="py-3">
      <h3 className="font-bold wrap-anywhere" dir="auto">
        {name ?? "A passkey that cannot be read"}
      </h3>
      <About passkey={passkey} />
      <details>
        <FoldSummary className="justify-start gap-1 font-bold text-blue-ink">
          {name === undefined ? "Remove" : "Rename or remove"}
          <span className="sr-only">: {name}</span>
        </FoldSummary>
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

interface PasskeysProps {
  passkeys: NonNullable<Awaited<ReturnType<typeof ownPasskeys>>>;
  refusal: PressRefusal | undefined;
}

/** The passkeys of the account: added, named and removed here (docs/product.md#security-page). */
export function Passkeys({ passkeys, refusal }: PasskeysProps) {
  const { listed } = passkeys;
  return (
    <Section id="passkeys" icon="key" title="Passkeys">
      <p className="mt-3">
        A passkey signs you in with your fingerprint, your face or your screen lock. There is no
        password to steal or to forget.
      </p>
      <div className="mt-4 empty:hidden">
        <FormMessage message={refusal?.message} />
      </div>
      {listed ? (
        <>
          {listed.length > 0 && (
            <ul className="mt-3 divide-y divide-line border-y border-line">
              {listed.map((one) => (
                <PasskeyCard key={one.key} passkey={one} />
              ))}
            </ul>
          )}
          <Adding passkeys={passkeys} />
        </>
      ) : (
        <SectionDown>We cannot reach your passkeys right now.</SectionDown>
      )}
    </Section>
  );
}

function Adding({ passkeys }: Pick<PasskeysProps, "passkeys">) {
  const { isFull, mayAdd, origin, suggestedName, workElsewhere } = passkeys;
  if (workElsewhere) return <PasskeysElsewhere address={origin + addresses.security} />;
  if (isFull)
    return <Note>You have {maxPasskeys} passkeys. Remove one before you add another.</Note>;
  if (!mayAdd) return <SignInAgain />;
  return (
    <>
      <Note {...scriptHook("passkey-none")}>
        To add a passkey you need JavaScript and a browser that supports passkeys.
      </Note>
      <form
        hidden
        method="post"
        action={addresses.security}
        {...scriptHook("passkey-origin", origin)}
        {...scriptHook("passkey-add", addresses.passkeyOptions)}
        className="mt-4"
      >
        <FormToken />
        <input type="hidden" name="press" value="passkey-add" />
        <input type="hidden" name="answer" />
        <input type="hidden" name="userHandle" />
        <Field
          name="name"
          label="Name of this passkey"
          defaultValue={suggestedName}
          maxLength={maxNameLength}
          autoComplete="off"
        />
        <button type="button" className={buttonStyle("primary", "group mt-3 w-full")}>
          <span className="spinner hidden group-aria-busy:inline-block" aria-hidden="true" />
          <NamedIcon name="key" className="size-5 group-aria-busy:hidden" />
          Add a passkey
        </button>
        <p role="alert" className="mt-2 font-semibold text-red-ink empty:hidden" />
      </form>
      <ScriptWords of="ways-in" />
      <script type="module" src={script} />
    </>
  );
}

function SignInAgain() {
  return (
    <form method="post" action={addresses.logOut} className="mt-4">
      <FormToken />
      <input type="hidden" name="redirectTo" value={`${addresses.security}#passkeys`} />
      <p className="text-muted">{messageFor("auth/requires-recent-login")}</p>
      <button type="submit" className={buttonStyle("quiet", "mt-3 w-full")}>
        Sign in again to add a passkey
      </button>
    </form>
  );
}

const Note = ({ children, ...rest }: { children: ReactNode }) => (
  <p {...rest} className="mt-4 text-muted">
    {children}
  </p>
);
