import landingTexts from "content:landing";
import operator from "content:operator";
import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SubmitButton } from "~/design/button";
import { CredentialFields } from "~/design/credential-fields";
import { FormToken } from "~/design/form-token";
import { Logo } from "~/design/logo";
import { SkipLink, skipTarget } from "~/design/skip-link";
import { env } from "~/env.server";
import { currentSubscriber } from "~/features/account/guards.server";
import { funnelLink } from "~/features/tracking/funnel";
import { readCredentialsCookie } from "~/features/ways-in/credentials-link.server";
import { publicPageMeta } from "~/platform/pages/public-page-meta";
import { addresses } from "~/platform/values/addresses";
import { type Promised, promisedBy } from "~/platform/values/promises";
import { say } from "~/platform/values/say";
import { Hero } from "./hero.tsx";
import { Features, Feedback, GrowthBanner, Watchers } from "./sections.tsx";

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
    {
      headers: {
        "cache-control": credentials ? "private, no-store, no-transform" : "private, no-cache",
      },
    },
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
        "@type": "Organization",
        name: operator.companyName,
        url: `${data?.origin}/`,
      },
    },
  },
];

/** @param signIn false while the page itself shows the sign-in form */
function PageHeader({ refundForm, signIn }: { refundForm: string; signIn: boolean }) {
  return (
    <header>
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-end gap-2 px-4 py-4 sm:gap-3 sm:px-8 sm:py-6">
        <a
          href={addresses.home}
          aria-label="Profile Analyzer"
          className="me-auto flex items-center gap-2 text-ink no-underline"
        >
          <img src="/images/logo-mark.svg" alt="" width="40" height="40" className="size-9" />
          <span className="text-[0.9375rem] leading-[1.05] font-extrabold tracking-tight sm:text-xl">
            Profile <br className="sm:hidden" />
            Analyzer
          </span>
        </a>
        <a
          href={refundForm}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-11 items-center rounded-full px-2 text-sm font-bold text-blue-ink no-underline underline-offset-4 hover:underline sm:px-5 sm:text-base"
        >
          Ask for refund
        </a>
        {signIn && (
          <a
            href={addresses.signIn}
            className="inline-flex min-h-11 items-center rounded-full border border-line bg-surface px-5 text-sm font-bold text-blue-ink no-underline shadow-card hover:bg-tint sm:px-6 sm:text-base"
          >
            Sign in
          </a>
        )}
      </div>
    </header>
  );
}

const legalLink = "py-2 font-semibold text-ink underline-offset-4 hover:underline";

function PageFooter({ refundForm }: { refundForm: string }) {
  return (
    <footer className="border-t border-line bg-page">
      <div className="mx-auto grid max-w-6xl gap-x-8 gap-y-6 px-5 py-10 sm:px-8 lg:grid-cols-[18rem_1fr] lg:py-14">
        <Logo />
        <nav
          aria-label="Legal"
          className="flex flex-col gap-x-8 sm:flex-row sm:flex-wrap lg:justify-end"
        >
          <a href={addresses.terms} target="_blank" rel="noopener" className={legalLink}>
            Terms and Conditions
          </a>
          <a href={addresses.privacy} target="_blank" rel="noopener" className={legalLink}>
            Privacy Policy
          </a>
          <a href={refundForm} target="_blank" rel="noopener" className={legalLink}>
            Ask for refund
          </a>
          <a href={addresses.cancelPublicly} className={legalLink}>
            Cancel contracts here
          </a>
          <a href={addresses.withdraw} className={legalLink}>
            Withdraw from contract here
          </a>
        </nav>
        <p className="text-sm text-muted">
          Profile Analyzer is independent of Instagram and of Meta Platforms, Inc.
        </p>
        <p className="text-sm text-muted lg:text-end">All rights reserved 2025</p>
      </div>
    </footer>
  );
}

/** Shown after a credentials link instead of the hero image: the sign-in form, filled in (docs/product.md#credentials-link). */
function WelcomeBack({ email, password }: { email: string; password: string }) {
  return (
    <section
      aria-labelledby="welcome-back"
      className="rounded-[2rem] border border-line bg-surface p-6 shadow-float sm:p-9"
    >
      {/* No heading: it stands before the page's first. */}
      <p id="welcome-back" className="text-3xl font-extrabold tracking-tight">
        Welcome back
      </p>
      <p className="mt-2 text-muted">Your details are filled in. One tap and you are signed in.</p>
      <form method="post" action={addresses.signIn} noValidate className="mt-6 flex flex-col gap-5">
        <FormToken />
        <CredentialFields email={email} password={password} />
        <SubmitButton>Sign in</SubmitButton>
      </form>
    </section>
  );
}

/** The public landing page (docs/product.md#landing-page). */
export default function Landing() {
  const { funnel, refundForm, credentials, promised } = useLoaderData<typeof loader>();
  const landing = textsOf(promised);
  return (
    <div className="overflow-x-clip bg-surface bg-[radial-gradient(60rem_40rem_at_85%_4rem,var(--tint),transparent),linear-gradient(180deg,var(--page),var(--surface)_48rem)] bg-no-repeat">
      <SkipLink />
      <PageHeader refundForm={refundForm} signIn={!credentials} />
      <main {...skipTarget}>
        <Hero texts={landing.hero} claims={operator.claims} funnel={funnel.hero}>
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
