import { CallToAction } from "./call-to-action.tsx";

export interface BannerProps {
  title: string;
  text: string;
  action: string;
  image: string;
  funnel: string;
}

/** The secret-watchers banner, dark in both colour schemes. */
export function Watchers({ title, text, action, image, funnel }: BannerProps) {
  return (
    <section className="px-3 sm:px-6">
      <div className="mx-auto grid max-w-[76rem] grid-cols-1 items-center gap-8 overflow-hidden rounded-[2.25rem] bg-[radial-gradient(40rem_30rem_at_80%_30%,#2a5fd8,transparent),linear-gradient(120deg,#0b1b3f,#12307f)] px-6 py-12 text-white sm:px-10 md:grid-cols-2 md:gap-6 lg:px-16 lg:py-16">
        <div className="order-2 md:order-none">
          <h2 className="text-[clamp(1.875rem,1.4rem+2vw,3rem)] leading-tight font-extrabold tracking-[-0.02em]">
            {title}
          </h2>
          <p className="mt-4 text-lg leading-relaxed text-pretty text-[#d5e1ff]">{text}</p>
          <p className="mt-8 flex flex-col sm:items-start">
            <CallToAction href={funnel} tone="light">
              {action}
            </CallToAction>
          </p>
        </div>
        <img
          src={image}
          alt=""
          width="560"
          height="400"
          loading="lazy"
          decoding="async"
          className="mx-auto h-auto w-full max-w-[26rem] lg:max-w-none"
        />
      </div>
    </section>
  );
}
