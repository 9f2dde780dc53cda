import { buttonStyle } from "~/design/button";
import { ScriptWords } from "~/design/script-words";
import script from "~/features/safety/browser/password-check.ts?worker&url";
import { scriptHook } from "~/platform/values/script-hooks";

/**
 * A check of a password against known leaks. The script shows the section and does the whole check in the browser.
 * The field has no name and is in no form, so the password cannot be sent to the server.
 */
export function PasswordCheck({ service }: { service: string }) {
  return (
    <>
      <section
        hidden
        {...scriptHook("password-check", service)}
        aria-labelledby="password-check"
        className="mt-10 card p-5 shadow-card"
      >
        <h2 id="password-check" className="text-xl font-extrabold">
          Is your password in a known leak?
        </h2>
        <p className="mt-2 text-sm text-muted">
          The check happens on your device. Only the first five characters of the password's
          fingerprint are sent, and thousands of other passwords share them.
        </p>
        <label htmlFor="password-to-check" className="mt-4 block text-sm font-semibold">
          Password to check
        </label>
        <input
          id="password-to-check"
          type="password"
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={4_096}
          aria-describedby="password-check-result"
          className="mt-1.5 block min-h-12 w-full rounded-xl border border-control bg-surface px-4 text-base"
        />
        <output
          id="password-check-result"
          htmlFor="password-to-check"
          className="mt-3 block min-h-6 font-semibold data-[tone=clear]:text-green-ink data-[tone=found]:text-red-ink"
        />
        <button type="button" className={buttonStyle("quiet", "group mt-3 w-full")}>
          <span className="spinner hidden group-aria-busy:inline-block" aria-hidden="true" />
          Check password
        </button>
      </section>
      <ScriptWords of="safety" />
      <script type="module" src={script} />
    </>
  );
}
