import { addresses } from "~/platform/values/addresses";

const link = "py-1 underline-offset-4 hover:underline";

/** The foot of pages that have nothing else there: the two ways out. */
export function LeavingFooter(props: { inert?: "" }) {
  return (
    <footer {...props} className="bg-surface px-5 pb-6 text-sm text-muted sm:bg-transparent">
      <p className="flex flex-wrap justify-center gap-x-5 gap-y-1">
        <a href={addresses.cancelPublicly} className={link}>
          Cancel contracts here
        </a>
        <a href={addresses.withdraw} className={link}>
          Withdraw from contract here
        </a>
      </p>
    </footer>
  );
}
