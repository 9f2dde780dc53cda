import tips from "content:tips";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireSubscriber } from "~/features/account/guards.server";
import { NewsBanner } from "~/features/reading/news-banner";
import type { PageHandle } from "~/platform/pages/page-handle";
import { keyedBy, pageKey } from "~/platform/pages/page-key.server";
import { pageMeta } from "~/platform/pages/page-meta";
import { sentences } from "~/platform/values/say";

export const handle: PageHandle = { title: "Tips & Insights" };

export const meta: MetaFunction = () =>
  pageMeta("Tips & Insights", "Tips for more engagement and more followers on Instagram.");

export async function loader({ request }: LoaderFunctionArgs) {
  await requireSubscriber(request);
  // Of this release, and the same for everybody.
  return keyedBy(pageKey({ content: "tips" }), { tips });
}

const lists = sentences([
  { key: "engagement", title: "Engagement", lead: "Get more people to watch, answer and share." },
  { key: "followers", title: "Followers", lead: "Turn visitors into people who stay." },
  { key: "summary", title: "Summary", lead: "Habits that hold everything together." },
] as const);

export default function Insights() {
  const { tips } = useLoaderData<typeof loader>();
  return (
    <>
      <h1 className="text-[1.75rem] leading-[1.15] font-extrabold tracking-tight">
        Small habits that lift engagement and bring followers
      </h1>
      <nav aria-label="Tips" className="mt-5 flex flex-wrap gap-2">
        {lists.map(({ key, title }) => (
          <a
            key={key}
            href={`#${key}`}
            className="flex min-h-11 items-center rounded-full bg-tint px-3.5 text-sm font-bold text-blue-ink hover:underline"
          >
            {title}
          </a>
        ))}
      </nav>
      {lists.map(({ key, title, lead }) => (
        <section key={key} id={key} className="mt-10 scroll-mt-24">
          <h2 className="text-2xl font-extrabold">{title}</h2>
          <p className="mt-1 text-muted">{lead}</p>
          <ul className="mt-4 divide-y divide-line rounded-card border border-line px-5">
            {tips[key].map((tip) => (
              <li key={tip.title} className="py-5">
                <h3 className="text-lg font-bold">{tip.title}</h3>
                <p className="mt-1.5 leading-relaxed text-muted">{tip.description}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <NewsBanner />
    </>
  );
}
