import type { ReactNode } from "react";
import { addresses } from "~/platform/values/addresses";
import { Logo } from "./logo.tsx";

interface EntryPageProps {
  title: string;
  /** The title's, where it is not the page's. */
  language?: string | undefined;
  children: ReactNode;
  /** A `Notice` over the page, which is inert while it is shown. */
  dialog?: ReactNode;
}

const link = "py-1 underline-offset-4 hover:underline";

/** The frame of the pages before sign-in: sign-in itself, recovery, account creation, and leaving without it. */
export function EntryPage({ title, language, children, dialog }: EntryPageProps) {
  const behind = dialog ? { inert: "" } : {};
  return (
    <>
      <main
        {...behind}
        className="mx-auto flex min-h-dvh max-w-app flex-col gap-6 bg-surface px-6 py-8 sm:my-10 sm:min-h-0 sm:rounded-3xl sm:shadow-card"
      >
        <a href="/" className="self-start text-ink no-underline">
          <Logo />
        </a>
        <h1 lang={language} className="mt-2 text-3xl font-extrabold">
          {title}
        </h1>
        {children}
      </main>
      <footer {...behind} className="bg-surface px-6 pb-6 text-sm text-muted sm:bg-transparent">
        <p className="flex flex-wrap justify-center gap-x-5 gap-y-1">
          <a href={addresses.cancelPublicly} className={link}>
            Cancel contracts here
          </a>
          <a href={addresses.withdraw} className={link}>
            Withdraw from contract here
          </a>
        </p>
      </footer>
      {dialog}
    </>
  );
}
