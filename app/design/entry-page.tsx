import type { ReactNode } from "react";
import { LeavingFooter } from "./leaving-footer.tsx";
import { Logo } from "./logo.tsx";

interface EntryPageProps {
  title: string;
  /** Of the title, where it is not the page's. */
  language?: string | undefined;
  children: ReactNode;
  /** A `Notice` over the page, which is inert while it is shown. */
  dialog?: ReactNode;
}

/** The frame of the pages before sign-in: sign-in itself, recovery, account creation, and leaving without it. */
export function EntryPage({ title, language, children, dialog }: EntryPageProps) {
  const behind = dialog ? { inert: "" as const } : {};
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
      <LeavingFooter {...behind} />
      {dialog}
    </>
  );
}
