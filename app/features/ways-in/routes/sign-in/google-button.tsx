import { DataBlock } from "~/design/data-block";
import script from "~/features/ways-in/browser/google-popup.ts?worker&url";
import type { GoogleWords } from "~/features/ways-in/rules/google-popup";
import { addresses } from "~/platform/values/addresses";
import { messageFor } from "~/platform/values/identity-messages";
import { say } from "~/platform/values/say";
import { scriptHook } from "~/platform/values/script-hooks";

/** As Google's rules for the button want it: its colours, its mark, its words. */
const look =
  "flex min-h-12 w-full items-center justify-center gap-2.5 rounded-full border border-[#747775] bg-white px-6 py-3 text-center font-semibold text-[#1f1f1f] no-underline transition-colors hover:bg-[#f2f2f2] dark:border-[#8e918f] dark:bg-[#131314] dark:text-[#e3e3e3] dark:hover:bg-[#282a2c]";

/** Signs in with Google: in a popup by its script, as a page without. @param target where to go afterwards */
export function GoogleButton({ target }: { target: string }) {
  const query =
    target === addresses.dashboard ? "" : `?${new URLSearchParams({ redirectTo: target })}`;
  return (
    <div>
      <a
        href={addresses.signInWithGoogle + query}
        {...scriptHook("google-popup", target)}
        className={look}
      >
        <GoogleMark />
        Sign in with Google
      </a>
      <p
        role="status"
        {...scriptHook("google-status")}
        className="mt-2 text-center text-sm font-semibold empty:hidden"
      />
      <DataBlock id="google-words" value={words()} />
      <script type="module" src={script} />
    </div>
  );
}

const words = (): GoogleWords => ({
  open: say`Go on in the window that has opened.`,
  blocked: say`${messageFor("auth/popup-blocked")} Press the button again to go on in this window.`,
  closed: messageFor("auth/popup-closed-by-user"),
  superseded: messageFor("auth/cancelled-popup-request"),
  noPlan: `${addresses.signIn}?plan=none`,
});

function GoogleMark() {
  return (
    <svg viewBox="0 0 48 48" className="size-5 shrink-0" aria-hidden="true">
      <path
        fill="#EA4335"
        d="M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5z"
      />
      <path
        fill="#4285F4"
        d="M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6c4.51-4.18 7.09-10.36 7.09-17.65z"
      />
      <path
        fill="#FBBC05"
        d="M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.14.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 24c0 3.88.92 7.54 2.56 10.78l7.97-6.19z"
      />
      <path
        fill="#34A853"
        d="M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48z"
      />
    </svg>
  );
}
