import type { ReactNode } from "react";
import { LeavingFooter } from "~/design/leaving-footer";
import { Logo } from "~/design/logo";
import { addresses } from "~/platform/values/addresses";
import { scriptHook } from "~/platform/values/script-hooks";

interface MailedLinkPageProps {
  title: string;
  /** The title's language, where it is not the page's. */
  language?: string | undefined;
  texts: readonly string[];
  art: string;
  /** The button, and where to go on. */
  children: ReactNode;
}

/** What the link of a letter leads to, for those who are not signed in. Its script takes the link's token out of the address. */
export function MailedLinkPage({ title, language, texts, art, children }: MailedLinkPageProps) {
  return (
    <>
      <main
        {...scriptHook("mailed-link")}
        className="mx-auto flex min-h-dvh max-w-app flex-col gap-8 bg-surface px-6 py-8 sm:my-10 sm:min-h-0 sm:rounded-3xl sm:shadow-card"
      >
        <a href={addresses.home} className="self-start text-ink no-underline">
          <Logo />
        </a>
        <div className="flex flex-1 flex-col justify-center text-center">
          <img src={art} alt="" width="320" height="240" className="mx-auto mb-6 h-auto w-56" />
          <div role="status">
            <h1 lang={language} className="text-2xl font-extrabold">
              {title}
            </h1>
            {texts.map((text) => (
              <p key={text} className="mt-3 text-muted wrap-anywhere">
                {text}
              </p>
            ))}
          </div>
          {children}
        </div>
      </main>
      <LeavingFooter />
    </>
  );
}
