import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { fromOutside } from "~/design/from-outside";
import { Unavailable } from "~/design/unavailable";
import { requireSubscriber } from "~/features/account/guards.server";
import { newsPictureAddress } from "~/features/reading/services/news-pictures.server";
import { latestNews } from "~/features/reading/store/news.server";
import { NewsPicture } from "~/features/reading/views/news-picture";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMeta } from "~/platform/pages/page-meta";
import { orElse } from "~/platform/upstream/upstream.server";
import { addresses } from "~/platform/values/addresses";

export const handle: PageHandle = { title: "News", isWide: true };

export const meta: MetaFunction = () =>
  pageMeta("News", "What is new on Instagram, for people who want their account to grow.");

/** Width of a picture in the list, in device pixels (two per CSS pixel). */
const pictureWidth = 240;

export async function loader({ request }: LoaderFunctionArgs) {
  await requireSubscriber(request);
  return orElse(
    async () => {
      const news = await latestNews();
      return {
        news: news.map(({ slug, title, imagePath, text }) => ({
          to: addresses.newsPost(slug),
          title,
          src: newsPictureAddress(imagePath, pictureWidth),
          beginning: text[0]?.slice(0, 160),
        })),
      };
    },
    () => data({ news: undefined }, 503),
  );
}

export default function News() {
  const { news } = useLoaderData<typeof loader>();
  if (!news)
    return <Unavailable retry={addresses.news}>We cannot load the news right now.</Unavailable>;
  return (
    <>
      <h1 className="text-[1.75rem] leading-[1.15] font-extrabold tracking-tight">
        What is new for creators on Instagram
      </h1>
      {news.length === 0 && (
        <p className="mt-6 rounded-card bg-tint p-5 text-muted">
          There is no news at the moment. Please come back soon.
        </p>
      )}
      <ul className="mt-3 divide-y divide-line @2xl:grid @2xl:grid-cols-2 @2xl:gap-x-10 @2xl:[&>:nth-last-child(2):nth-child(odd)]:border-b-0">
        {news.map(({ to, title, src, beginning }) => (
          <li key={to} className="group relative flex flex-wrap gap-4 py-5">
            <NewsPicture src={src} className="h-[88px] w-[112px] shrink-0 rounded-xl" />
            <div {...fromOutside()} className="min-w-0 flex-1 basis-36">
              <h2 className="text-[1.0625rem] leading-snug font-bold text-pretty">
                <a
                  href={to}
                  className="text-ink after:absolute after:inset-0 group-hover:underline"
                >
                  {title}
                </a>
              </h2>
              <p className="mt-1.5 line-clamp-2 text-sm leading-relaxed text-muted">{beginning}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
