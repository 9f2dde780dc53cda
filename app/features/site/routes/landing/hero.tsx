import type operator from "content:operator";
import type { ReactNode } from "react";
import { withCommas } from "~/platform/values/numbers";
import { CallToAction } from "./call-to-action.tsx";
import type { LandingTexts } from "./sections.tsx";

/** How many users there are, in words, and their rating, of 5. */
type ClaimsProps = (typeof operator)["claims"];

const faces = [1, 2, 3];

/** The operator's claims (docs/product.md#landing-page). A claim that is not set is not shown. */
function Claims({ users, rating }: ClaimsProps) {
  if (users === undefined && rating === undefined) return null;
  return (
    <ul className="mt-8 flex flex-wrap items-center justify-center gap-x-6 gap-y-4 sm:justify-start sm:gap-x-8">
      {users !== undefined && (
        <li className="flex items-center gap-2.5">
          <span className="flex shrink-0">
            {faces.map((face) => (
              <img
                key={face}
                src={`/images/landing/testimonial-${face}.svg`}
                alt=""
                width="40"
                height="40"
                className="-ms-3 size-[40px] rounded-full border-3 border-surface first:ms-0"
              />
            ))}
          </span>
          <span className="leading-tight">
            <strong className="font-extrabold">{users}</strong>
            <br />
            <span className="text-sm text-muted">users</span>
          </span>
        </li>
      )}
      {rating !== undefined && (
        <li className="leading-tight">
          <Stars rating={rating} />
          <strong className="font-extrabold">{withCommas(rating)}</strong>{" "}
          <span className="text-sm text-muted">out of 5</span>
        </li>
      )}
    </ul>
  );
}

/** Five stars in a row, each of a square of 24. */
const stars = `M-12 2.5${"m24 0l2.9 6 6.6.9-4.8 4.6 1.2 6.5-5.9-3.1-5.9 3.1 1.2-6.5-4.8-4.6 6.6-.9z".repeat(5)}`;

/** Filled as far as the rating. */
function Stars({ rating }: { rating: number }) {
  return (
    <svg viewBox="0 0 120 24" width="100" height="20" className="h-5 w-25" aria-hidden="true">
      <path d={stars} className="fill-line" />
      <svg width={rating * 24} height="24" aria-hidden="true">
        <path d={stars} fill="#ffab2e" />
      </svg>
    </svg>
  );
}

interface HeroProps {
  texts: LandingTexts["hero"];
  claims: ClaimsProps;
  funnel: string;
  /** Replaces the illustration. */
  children: ReactNode;
}

export function Hero({ texts, claims, funnel, children }: HeroProps) {
  const { title, accent, text, action, note } = texts;
  return (
    <section>
      <div className="mx-auto grid max-w-6xl grid-cols-1 items-center gap-x-10 gap-y-10 px-5 pt-9 pb-16 sm:px-8 sm:pt-5 md:min-h-[34rem] md:grid-cols-[minmax(0,1.05fr)_minmax(0,0.95fr)] lg:gap-x-16 lg:pb-20">
        {children}
        <div>
          <h1 className="text-[min(clamp(2.5rem,1.15rem+4.4vw,4.5rem),17vw)] leading-[1.04] font-extrabold tracking-[-0.025em]">
            {title.slice(0, -accent.length)}
            <span className="text-blue-ink">{accent}</span>
          </h1>
          <p className="mt-5 max-w-[34rem] text-lg leading-relaxed text-pretty text-muted lg:mt-6 lg:text-xl lg:leading-relaxed">
            {text}
          </p>
          <p className="mt-8 flex flex-col sm:items-start">
            <CallToAction href={funnel}>{action}</CallToAction>
          </p>
          <p className="mt-3 text-center text-sm text-muted sm:text-start">{note}</p>
          <Claims {...claims} />
        </div>
        {!children && (
          <img
            {...{ fetchpriority: "high" }}
            src="/images/landing/hero.svg"
            alt=""
            width="640"
            height="600"
            className="mx-auto h-auto w-full max-w-[26rem] md:max-w-none lg:-me-8 lg:w-[calc(100%+2rem)]"
          />
        )}
      </div>
    </section>
  );
}
