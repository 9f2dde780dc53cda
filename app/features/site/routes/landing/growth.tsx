import { CallToAction } from "./call-to-action.tsx";
import type { BannerProps } from "./watchers.tsx";

/** The banner before the footer. */
export function GrowthBanner({ title, text, action, image, funnel }: BannerProps) {
  return (
    <section className="bg-[linear-gradient(180deg,transparent,var(--tint))]">
      <div className="mx-auto grid max-w-6xl grid-cols-1 items-center gap-8 px-5 pb-20 sm:px-8 md:grid-cols-2 lg:gap-16 lg:pb-28">
        <img
          src={image}
          alt=""
          width="560"
          height="400"
          loading="lazy"
          decoding="async"
          className="mx-auto h-auto w-full max-w-[30rem]"
        />
        <div>
          <h2 className="text-[clamp(2.125rem,1.4rem+3vw,3.5rem)] leading-[1.08] font-extrabold tracking-[-0.02em]">
            {title}
          </h2>
          <p className="mt-4 text-lg leading-relaxed text-pretty text-muted">{text}</p>
          <p className="mt-8 flex flex-col sm:items-start">
            <CallToAction href={funnel}>{action}</CallToAction>
          </p>
        </div>
      </div>
    </section>
  );
}
