import lessons from "content:lessons";
import translations from "content:translations";
import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { buttonStyle } from "~/design/button";
import { InEnglish, inOwnWords } from "~/design/in-english";
import { Unavailable } from "~/design/unavailable";
import { requireSubscriber } from "~/features/account/guards.server";
import { offerAddress } from "~/features/account/offer";
import { ownedProducts } from "~/features/account/product";
import { subscriptionsOrLastKnown } from "~/features/account/subscriptions.server";
import { lessonPdf } from "~/features/reading/rules/course";
import { editorsTranslation } from "~/platform/languages/messages.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMeta } from "~/platform/pages/page-meta";
import { unlessDown } from "~/platform/upstream/upstream.server";
import { addresses } from "~/platform/values/addresses";

export const handle: PageHandle = { title: "Instagram PRO course", isWide: true };

export const meta: MetaFunction = () =>
  pageMeta(
    "Instagram PRO course",
    "Ten lessons on engagement for your Instagram profile, each as a PDF.",
  );

export async function loader({ request }: LoaderFunctionArgs) {
  const subscriber = await requireSubscriber(request);
  const subscriptions = await unlessDown(subscriptionsOrLastKnown(subscriber));
  if (!subscriptions) return data({ lessons: undefined }, 503);
  if (!ownedProducts(subscriptions).has("pdfCourse")) return redirect(offerAddress("pdfCourse"));
  const translated = editorsTranslation(translations)?.books;
  return {
    lessons: lessons.map((lesson, index) => {
      const own = translated?.[lessonPdf(index + 1)];
      return { ...(own ?? lesson), isTranslated: own !== undefined };
    }),
  };
}

export default function Course() {
  const { lessons } = useLoaderData<typeof loader>();
  if (!lessons)
    return (
      <Unavailable retry={addresses.course}>
        We cannot open your course right now. What you bought is safe.
      </Unavailable>
    );
  const isPartlyTranslated = lessons.some(({ isTranslated }) => isTranslated);
  return (
    <>
      <p className="self-start rounded-full bg-green-tint px-3.5 py-1.5 text-sm font-bold text-green-ink">
        10-lessons pdf course
      </p>
      <h1 className="mt-3 text-[1.75rem] leading-[1.15] font-extrabold tracking-tight">
        Strategies to Boost Engagement on Your Instagram Profile
      </h1>
      <InEnglish isTranslated={isPartlyTranslated}>
        <ol className="mt-7 flex flex-col gap-5 @2xl:grid @2xl:grid-cols-2">
          {lessons.map(({ title, subTitle, image, isTranslated }, index) => (
            <li
              key={title}
              className="flex flex-col overflow-hidden rounded-card border border-line shadow-card"
            >
              <img
                src={image}
                alt=""
                width="320"
                height="200"
                loading={index < 2 ? "eager" : "lazy"}
                className="aspect-[16/10] w-full object-cover"
              />
              <div className="flex flex-1 flex-col p-5">
                <InEnglish isTranslated={isTranslated || !isPartlyTranslated}>
                  <h2 className="text-xl font-extrabold">{title}</h2>
                  <p className="mt-2 mb-4 leading-relaxed text-muted">{subTitle}</p>
                </InEnglish>
                <a
                  href={addresses.lessonPdf(index + 1)}
                  target="_blank"
                  rel="noopener"
                  {...inOwnWords()}
                  className={buttonStyle("primary", "mt-auto w-full")}
                >
                  View lesson {index + 1}
                </a>
              </div>
            </li>
          ))}
        </ol>
      </InEnglish>
    </>
  );
}
