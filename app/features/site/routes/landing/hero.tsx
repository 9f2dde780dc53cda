import type { ReactNode } from "react";
import { CallToAction } from "./call-to-action.tsx";
import { Claims, type ClaimsProps } from "./claims.tsx";

interface HeroProps {
  title: string;
  /** The end of the title, set in blue. */
  accent: string;
  text: string;
  action: string;
  note: string;
  claims: ClaimsProps;
  funnel: string;
  /** Replaces the illustration. */
  children: ReactNode;
}

export function Hero({ title, accent, text, action, note, claims, funnel, children }: HeroProps) {
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
          <p className="mt-3 text-center text-sm text-muted sm:ps-2 sm:text-start">{note}</p>
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
