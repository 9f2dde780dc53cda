import topics from "content:topics";
import translations from "content:translations";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Article } from "#content/schema.ts";
import { env } from "~/env.server";
import { requireSubscriber } from "~/features/account/guards.server";
import { ArticleText } from "~/features/reading/views/article-text";
import { currentLanguage } from "~/platform/languages/languages.server";
import { editorsTranslation } from "~/platform/languages/messages.server";
import { keyedBy, pageKey } from "~/platform/pages/page-key.server";
import { pageMeta } from "~/platform/pages/page-meta";
import { addresses } from "~/platform/values/addresses";
import { promisedBy } from "~/platform/values/promises";
import { say } from "~/platform/values/say";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta(data?.article.title ?? say`Article`, data?.article.overview);

export async function loader({ request, params: { slug = "", subSlug = "" } }: LoaderFunctionArgs) {
  await requireSubscriber(request);
  if (!Object.hasOwn(topics, slug)) throw redirect(addresses.dashboard);
  const { title, blocks, articles } = topics[slug as keyof typeof topics];
  const index = blocks.findIndex(({ path }) => path === subSlug);
  const translated = editorsTranslation(translations)?.articles[slug]?.[subSlug];
  const article = translated ?? articles[subSlug];
  if (index < 0 || !article) throw redirect(addresses.articles(slug));
  const next = blocks[index + 1];
  // A text of this release, in one language.
  return keyedBy(pageKey({ slug, subSlug, language: currentLanguage() }), {
    title,
    back: addresses.articles(slug),
    isTranslated: translated !== undefined,
    article: { ...article, sections: article.sections.filter(isTrueHere) },
    part: index + 1,
    parts: blocks.length,
    next: next && { title: next.title, to: addresses.article(slug, next.path) },
  });
}

/** Whether a section is true of the analyses that this app offers. */
const isTrueHere = ({ only }: Article["sections"][number]) =>
  only === undefined || only.includes(promisedBy(env.ANALYSIS_SOURCES));

export default function TopicArticle() {
  const { article, isTranslated, back, part, parts, next } = useLoaderData<typeof loader>();
  return (
    <ArticleText
      article={article}
      isTranslated={isTranslated}
      kicker={`Part ${part} of ${parts}`}
      back={back}
    >
      {next && (
        <a
          href={next.to}
          className="group rounded-card border border-line p-5 leading-snug text-ink no-underline shadow-card"
        >
          <span className="block text-sm font-bold tracking-wide text-blue-ink uppercase">
            Next: part {part + 1}
          </span>
          <span className="mt-1 block text-lg font-bold group-hover:underline">{next.title}</span>
        </a>
      )}
    </ArticleText>
  );
}
