import { addresses } from "~/platform/values/addresses";
import { sentences } from "~/platform/values/say";
import { FoldSummary } from "./fold.tsx";
import { asEnglish, InEnglish, inOwnWords } from "./in-english.tsx";
import { Logo } from "./logo.tsx";
import { SkipLink, skipTarget } from "./skip-link.tsx";

const links = sentences([
  { title: "Back to home page", href: addresses.home },
  { title: "Cancel contracts here", href: addresses.cancelPublicly },
  { title: "Withdraw from contract here", href: addresses.withdraw },
]);

interface LegalPageProps {
  title: string;
  updated: string;
  /** HTML made from our own content files; values from the environment are escaped. */
  html: string;
  sections: { id: string; title: string }[];
  /** Whether an editor has translated it into the reader's language. */
  isTranslated: boolean;
  /** The other legal text. */
  other: { title: string; href: string };
}

/** A legal text with its contents: beside it on wide screens, collapsed above it on narrow ones. */
export function LegalPage({ title, updated, html, sections, isTranslated, other }: LegalPageProps) {
  const contents = (
    <ol
      {...asEnglish(isTranslated)}
      className="flex list-decimal flex-col gap-1 ps-7 text-sm marker:text-muted"
    >
      {sections.map((section) => (
        <li key={section.id} className="ps-1">
          <a
            href={`#${section.id}`}
            className="block py-1 text-muted underline-offset-4 hover:text-blue-ink hover:underline"
          >
            {section.title}
          </a>
        </li>
      ))}
    </ol>
  );
  return (
    <div className="min-h-dvh bg-surface">
      <SkipLink />
      <header className="border-b border-line">
        <div className="mx-auto flex max-w-5xl items-center px-6 py-4">
          <a href={addresses.home} className="text-ink no-underline">
            <Logo />
          </a>
        </div>
      </header>
      <div className="mx-auto grid max-w-5xl grid-cols-1 gap-x-16 px-6 pt-10 pb-20 lg:grid-cols-[minmax(0,1fr)_17rem] lg:pt-16">
        <main {...skipTarget}>
          <InEnglish isLegal isTranslated={isTranslated}>
            <h1 className="text-[clamp(2rem,1.5rem+2.5vw,3rem)] leading-tight font-extrabold tracking-tight">
              {title}
            </h1>
            <p {...inOwnWords()} className="mt-3 text-muted">
              Last updated {updated}
            </p>
            <details {...inOwnWords()} className="mt-8 rounded-card bg-tint px-5 py-2 lg:hidden">
              <FoldSummary className="font-bold">Contents</FoldSummary>
              <nav aria-label="Contents" className="mt-1 mb-2">
                {contents}
              </nav>
            </details>
            <div
              className="prose mt-10 max-w-[42rem] text-[1.0625rem] leading-relaxed"
              // biome-ignore lint/security/noDangerouslySetInnerHtml: from our own content files, see the prop
              dangerouslySetInnerHTML={{ __html: html }}
            />
          </InEnglish>
        </main>
        <nav
          aria-label="Contents"
          className="sticky top-6 -m-2 hidden max-h-[calc(100dvh-3rem)] self-start overflow-y-auto p-2 lg:block"
        >
          <p className="mb-3 font-bold">Contents</p>
          {contents}
        </nav>
      </div>
      <footer className="border-t border-line">
        <p className="mx-auto flex max-w-5xl flex-wrap gap-x-8 gap-y-2 px-6 py-8 text-sm">
          {[other, ...links].map(({ title, href }) => (
            <a
              key={href}
              href={href}
              className="py-1 font-semibold text-blue-ink underline-offset-4 hover:underline"
            >
              {title}
            </a>
          ))}
        </p>
      </footer>
    </div>
  );
}
