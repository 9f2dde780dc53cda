import type { ReactNode } from "react";
import { buttonStyle, SubmitButton } from "~/components/button";
import { FormToken } from "~/components/form-token";
import { type Trap, TrapFields } from "~/components/trap-fields";
import { addresses } from "~/web/addresses";

/** An illustration above what happened and the way on. */
export function Notice({ art, children }: { art: string; children: ReactNode }) {
  return (
    <div className="flex flex-1 flex-col gap-4">
      <img src={art} alt="" width="196" height="154" className="mx-auto my-2 h-38.5 w-49" />
      {children}
    </div>
  );
}

interface SendLinkProps {
  id: string;
  trap: Trap | undefined;
  children: string;
}

/** One press mails a fresh signed link to the subscription's own address. */
export function SendLink({ id, trap, children }: SendLinkProps) {
  return (
    <form method="post" action={`${addresses.accessRecovery}?${new URLSearchParams({ id })}`}>
      <FormToken />
      <TrapFields fields={trap} />
      <input type="hidden" name="intent" value="send-link" />
      <SubmitButton>{children}</SubmitButton>
    </form>
  );
}

/** The two ways in for someone who has an account. */
export function ExistingAccountLinks({ primary }: { primary: boolean }) {
  return (
    <>
      <a href={addresses.signIn} className={buttonStyle(primary ? "primary" : "quiet", "w-full")}>
        Sign in
      </a>
      <a href={addresses.passwordRecovery} className={buttonStyle("plain", "w-full")}>
        Restore password
      </a>
    </>
  );
}
