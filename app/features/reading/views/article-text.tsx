import type { ReactNode } from "react";
import type { Article } from "#content/schema.ts";
import { buttonStyle } from "../../../design/button.tsx";
import { asEnglish, InEnglish, inOwnWords } from "../../../design/in-english.tsx";

interface ArticleTextProps {
  article: Article;
  /** Whether it is in the reader's language. */
  isTranslated: boolean;
  /** A short line above the title. */
  kicker: string;
  /** Target of 'To all articles'. */
  back: string;
  /** Links to what to read next. */
  children?: ReactNode;
}

/** The text of a guide: title, overview, numbered sections, conclusion (docs/product.md#reading). */
export function ArticleText({ article, isTranslated, kicker, back, children }: ArticleTextProps) {
  return (
    <article className="text-[1.0625rem] leading-[1.65]">
      <InEnglish isTranslated={isTranslated}>
        <header>
          <p {...inOwnWords()} className="text-sm font-bold tracking-wide text-blue-ink uppercase">
            {kicker}
          </p>
          <h1 className="mt-2 text-[1.75rem] leading-[1.15] font-extrabold tracking-tight">
            {article.title}
          </h1>
          {article.overview && (
            <p className="mt-4 text-lg leading-relaxed text-muted">{article.overview}</p>
          )}
        </header>
        <nav
          {...inOwnWords()}
          aria-label="In this article"
          className="mt-6 border-y border-line py-4 text-base"
        >
          <ol {...asEnglish(isTranslated)}>
            {article.sections.map(({ heading }, index) => (
              <li key={heading}>
                <a
                  href={`#section-${index + 1}`}
                  className="flex gap-3 rounded-lg py-1.5 leading-snug text-ink hover:text-blue-ink hover:underline"
                >
                  <span aria-hidden="true" className="w-5 shrink-0 font-bold text-blue-ink">
                    {index + 1}
                  </span>
                  <span className="min-w-0">{heading}</span>
                </a>
              </li>
            ))}
          </ol>
        </nav>
        {article.sections.map(({ heading, description, details }, index) => (
          <section key={heading} id={`section-${index + 1}`} className="mt-10 scroll-mt-24">
            <h2 className="flex gap-3 text-xl font-extrabold">
              <span className="-mt-1 grid size-8 shrink-0 place-items-center rounded-full bg-tint text-base text-blue-ink tabular-nums">
                {index + 1}
              </span>
              <span className="min-w-0">{heading}</span>
            </h2>
            {description && <p className="mt-4">{description}</p>}
            {details.length > 0 && (
              <ul className="mt-4 flex list-disc flex-col gap-3.5 ps-5 marker:text-blue-ink">
                {details.map(({ tip, description }) => (
                  <li key={tip} className="ps-1">
                    <strong className="font-bold">{tip}.</strong> {description}
                  </li>
                ))}
              </ul>
            )}
          </section>
        ))}
        {article.conclusion && (
          <p className="mt-10 rounded-card bg-tint p-5">{article.conclusion}</p>
        )}
      </InEnglish>
      <footer className="mt-8 flex flex-col gap-4">
        {children}
        <a href={back} className={buttonStyle("primary", "w-full")}>
          To all articles
        </a>
      </footer>
    </article>
  );
}
