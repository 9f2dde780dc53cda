import topics from "content:topics";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { buttonStyle } from "~/design/button";
import { requireSubscriber } from "~/features/account/guards.server";
import { NewsBanner } from "~/features/reading/news-banner";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMeta } from "~/platform/pages/page-meta";
import { addresses } from "~/platform/values/addresses";
import { say } from "~/platform/values/say";

/** The topic's own title is the heading on its picture. */
export const handle: PageHandle = { title: "Articles", isWide: true };

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta(data?.heading ?? say`Articles`, data?.description);

export async function loader({ request, params: { slug = "" } }: LoaderFunctionArgs) {
  await requireSubscriber(request);
  if (!Object.hasOwn(topics, slug)) throw redirect(addresses.dashboard);
  const { title, description, image, blocks } = topics[slug as keyof typeof topics];
  const parts = blocks.map(({ path, ...block }) => ({
    ...block,
    to: addresses.article(slug, path),
  }));
  return { heading: title, description, image, parts };
}

export default function Topic() {
  const { heading, description, image, parts } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="relative -mx-5 -mt-5 flex aspect-[860/480] items-center @2xl:mx-0 @2xl:mt-0 @2xl:aspect-[3/1] @2xl:overflow-hidden @2xl:rounded-card">
        <img
          src={image}
          alt=""
          width="860"
          height="480"
          className="absolute inset-0 size-full object-cover rtl:-scale-x-100"
        />
        <h1 className="relative w-1/2 min-w-min ps-5 text-[1.75rem] @2xl:ps-10 @2xl:text-[2.25rem] leading-[1.1] font-extrabold tracking-tight text-white">
          {heading}
        </h1>
      </div>
      <p className="mt-6 text-lg leading-relaxed @2xl:max-w-[46rem]">{description}</p>
      <ol className="mt-8 flex flex-col gap-4 @2xl:grid @2xl:grid-cols-2 @2xl:*:last:odd:col-span-2">
        {parts.map((part, index) => (
          <li
            key={part.to}
            className="flex flex-col items-start rounded-card border border-line p-5 shadow-card"
          >
            <p className="text-sm font-bold tracking-wide text-blue-ink uppercase">
              Part {index + 1}
            </p>
            <h2 className="mt-1.5 text-xl font-extrabold">{part.title}</h2>
            <p className="mt-2 mb-4 leading-relaxed text-muted">{part.description}</p>
            <a href={part.to} className={buttonStyle("quiet", "mt-auto w-full")}>
              Read article<span className="sr-only">: {part.title}</span>
            </a>
          </li>
        ))}
      </ol>
      <NewsBanner />
    </>
  );
}
