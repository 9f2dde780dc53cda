import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { buttonStyle } from "~/design/button";
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
import { say } from "~/platform/values/say";

export const handle: PageHandle = { title: "News", back: addresses.news };

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  const title = data?.post?.heading ?? say`News`;
  return pageMeta(title, `${title}: news for people who want their Instagram account to grow.`);
};

/** Width of the picture above a post, in device pixels (two per CSS pixel). */
const pictureWidth = 860;

export async function loader({ request, params: { slug = "" } }: LoaderFunctionArgs) {
  await requireSubscriber(request);
  const address = addresses.newsPost(slug);
  return orElse(
    async () => {
      const found = (await latestNews()).find((item) => item.slug === slug);
      if (!found) return data({ found: false, address, post: undefined }, 404);
      const { title: heading, imagePath, text } = found;
      const src = newsPictureAddress(imagePath, pictureWidth);
      return { found: true, address, post: { heading, src, text } };
    },
    () => data({ found: true, address, post: undefined }, 503),
  );
}

export default function NewsPost() {
  const { found, address, post } = useLoaderData<typeof loader>();
  if (!found) return <Missing />;
  if (!post) return <Unavailable retry={address}>We cannot load this post right now.</Unavailable>;
  return (
    <article>
      <NewsPicture
        src={post.src}
        eager
        className="-mx-5 -mt-5 aspect-[16/9] @2xl:mx-0 @2xl:mt-0 @2xl:overflow-hidden @2xl:rounded-card"
      />
      <h1
        {...fromOutside()}
        className="mt-6 text-[1.75rem] leading-[1.15] font-extrabold tracking-tight"
      >
        {post.heading}
      </h1>
      <div
        {...fromOutside()}
        className="mt-5 flex flex-col gap-[1em] text-[1.0625rem] leading-[1.65]"
      >
        {post.text.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <a href={addresses.news} className={buttonStyle("primary", "mt-8 w-full")}>
        To all news
      </a>
    </article>
  );
}

function Missing() {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-4 py-12 text-center">
      <img src="/images/states/empty.svg" alt="" width="160" height="120" className="h-30 w-40" />
      <h1 className="text-2xl font-extrabold">Page not found</h1>
      <p className="text-muted">There is no post at this address. It may have been removed.</p>
      <a href={addresses.news} className={buttonStyle("primary", "w-full")}>
        To all news
      </a>
    </div>
  );
}
