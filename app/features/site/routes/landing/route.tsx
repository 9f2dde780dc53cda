import landingTexts from "content:landing";
import operator from "content:operator";
import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SkipLink, skipTarget } from "~/design/skip-link";
import { env } from "~/env.server";
import { currentSubscriber } from "~/features/account/guards.server";
import { funnelLink } from "~/features/tracking/funnel";
import { readCredentialsCookie } from "~/features/ways-in/credentials-link.server";
import { publicPageMeta } from "~/platform/pages/page-meta";
import { addresses } from "~/platform/values/addresses";
import { type Promised, promisedBy } from "~/platform/values/promises";
import { say } from "~/platform/values/say";
import { Features } from "./features.tsx";
import { Feedback } from "./feedback.tsx";
import { GrowthBanner } from "./growth.tsx";
import { Hero } from "./hero.tsx";
import { PageFooter } from "./page-footer.tsx";
import { PageHeader } from "./page-header.tsx";
import { Watchers } from "./watchers.tsx";
import { WelcomeBack } from "./welcome-back.tsx";

export async function loader({ request }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const remembered = await readCredentialsCookie(request);
  const credentials = remembered && !(await currentSubscriber(request)) ? remembered : undefined;
  const link = (placement: string) => funnelLink(env.FUNNEL_URL, url.searchParams, placement);
  return data(
    {
      origin: env.APP_ORIGIN,
      refundForm: env.REFUND_FORM_URL,
      funnel: { hero: link("hero"), watchers: link("watchers"), growth: link("growth") },
      credentials,
      promised: promisedBy(env.ANALYSIS_SOURCES),
    },
    // Browsers must revalidate: after a credentials link the same address shows another page. It is not compressed: the
    // password stands together with what the address says (BREACH).
    { headers: { "cache-control": credentials ? "no-store, no-transform" : "no-cache" } },
  );
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** @param promised undefined where an error stands in place of the page */
const textsOf = (promised: Promised | undefined) => landingTexts[promised ?? "outside"];

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  ...publicPageMeta({
    title: say`${textsOf(data?.promised).hero.title} · Profile Analyzer`,
    description: textsOf(data?.promised).description,
    origin: data?.origin ?? "",
    path: addresses.home,
  }),
  {
    "script:ld+json": {
      "@context": "https://schema.org",
      "@type": "WebApplication",
      name: "Profile Analyzer",
      description: textsOf(data?.promised).description,
      url: `${data?.origin}/`,
      image: `${data?.origin}/social.png`,
      applicationCategory: "BusinessApplication",
      operatingSystem: "Any",
      browserRequirements: say`A current web browser`,
      publisher: {
        "@type": say`Organization`,
        name: operator.companyName,
        url: `${data?.origin}/`,
      },
    },
  },
];

/** The public landing page (docs/product.md#landing-page). */
export default function Landing() {
  const { funnel, refundForm, credentials, promised } = useLoaderData<typeof loader>();
  const landing = textsOf(promised);
  return (
    <div className="overflow-x-clip bg-surface bg-[radial-gradient(60rem_40rem_at_85%_4rem,var(--tint),transparent),linear-gradient(180deg,var(--page),var(--surface)_48rem)] bg-no-repeat">
      <SkipLink />
      <PageHeader refundForm={refundForm} signIn={!credentials} />
      <main {...skipTarget}>
        <Hero {...landing.hero} claims={operator.claims} funnel={funnel.hero}>
          {credentials && <WelcomeBack {...credentials} />}
        </Hero>
        <Features {...landing.features} />
        <Watchers {...landing.watchers} funnel={funnel.watchers} />
        <Feedback {...landing.feedback} />
        <GrowthBanner {...landing.growth} funnel={funnel.growth} />
      </main>
      <PageFooter refundForm={refundForm} />
    </div>
  );
}
