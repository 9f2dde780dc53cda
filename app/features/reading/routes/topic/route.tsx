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

/** The topic's own title is the heading on its picture. */
export const handle: PageHandle = { title: "Articles" };

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta(data?.heading ?? "Articles", data?.description);

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
      <div className="relative -mx-5 -mt-5 flex aspect-[860/480] items-center">
        <img
          src={image}
          alt=""
          width="860"
          height="480"
          className="absolute inset-0 size-full object-cover"
        />
        <h1 className="relative w-1/2 min-w-min pl-5 text-[1.75rem] leading-[1.1] font-extrabold tracking-tight text-white">
          {heading}
        </h1>
      </div>
      <p className="mt-6 text-lg leading-relaxed">{description}</p>
      <ol className="mt-8 flex flex-col gap-4">
        {parts.map((part, index) => (
          <li key={part.to} className="rounded-card border border-line p-5 shadow-card">
            <p className="text-sm font-bold tracking-wide text-blue-ink uppercase">
              Part {index + 1}
            </p>
            <h2 className="mt-1.5 text-xl font-extrabold">{part.title}</h2>
            <p className="mt-2 leading-relaxed text-muted">{part.description}</p>
            <a href={part.to} className={buttonStyle("quiet", "mt-4 w-full")}>
              Read article<span className="sr-only">: {part.title}</span>
            </a>
          </li>
        ))}
      </ol>
      <NewsBanner />
    </>
  );
}
