import type landingTexts from "content:landing";
import { CallToAction } from "./call-to-action.tsx";

/** What an editor has written for the page. */
export type LandingTexts = (typeof landingTexts)["outside"];

function SectionTitle({ children }: { children: string }) {
  return (
    <h2 className="text-[clamp(1.875rem,1.4rem+2vw,3rem)] leading-tight font-extrabold tracking-[-0.02em]">
      {children}
    </h2>
  );
}

/** The picture of a banner. */
function Illustration({ src, className }: { src: string; className: string }) {
  return (
    <img
      src={src}
      alt=""
      width="560"
      height="400"
      loading="lazy"
      decoding="async"
      className={`mx-auto h-auto w-full ${className}`}
    />
  );
}

/** Two wide cards, then three narrow ones, so that every row is full. */
const spans = [
  "sm:col-span-2 lg:col-span-3",
  "lg:col-span-3",
  "lg:col-span-2",
  "lg:col-span-2",
  "lg:col-span-2",
];
const directions = [
  "sm:flex-row sm:items-center sm:gap-4",
  "lg:flex-row lg:items-center lg:gap-4",
  "",
  "",
  "",
];
const imageStyles = ["sm:mx-0 lg:w-52", "lg:mx-0 lg:w-52", "lg:w-56", "lg:w-56", "lg:w-56"];

export function Features({ title, text, cards }: LandingTexts["features"]) {
  return (
    <section className="mx-auto max-w-6xl px-5 py-16 sm:px-8 lg:py-24">
      <SectionTitle>{title}</SectionTitle>
      <p className="mt-3 max-w-[36rem] text-lg text-muted">{text}</p>
      <ul className="mt-10 grid gap-4 sm:grid-cols-2 lg:grid-cols-6 lg:gap-6">
        {cards.map((card, index) => (
          <li
            key={card.title}
            className={`flex flex-col gap-2 overflow-hidden rounded-[1.75rem] border border-line bg-page p-6 lg:p-8 ${spans[index]} ${directions[index]}`}
          >
            <img
              src={card.image}
              alt=""
              width="400"
              height="320"
              loading="lazy"
              decoding="async"
              className={`mx-auto h-auto w-52 shrink-0 ${imageStyles[index]}`}
            />
            <div>
              <h3 className="text-xl font-extrabold tracking-tight lg:text-[1.375rem]">
                {card.title}
              </h3>
              <p className="mt-2 text-pretty text-muted">{card.subtitle}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Feedback({ title, testimonials }: LandingTexts["feedback"]) {
  return (
    <section className="mx-auto max-w-6xl px-5 py-16 sm:px-8 lg:py-24">
      <SectionTitle>{title}</SectionTitle>
      <ul className="mt-10 grid gap-4 md:grid-cols-3 lg:gap-6">
        {testimonials.map(({ id, name, text, image }) => (
          <li key={id} id={id} className="flex">
            <figure className="flex flex-1 flex-col rounded-[1.75rem] border border-line bg-surface p-6 shadow-card lg:p-8">
              <svg viewBox="0 0 32 24" className="h-6 w-8 fill-tint" aria-hidden="true">
                <path d="M0 24V13C0 5 4 1 12 0v5c-4 1-6 3-6 7h6v12zM19 24V13c0-8 4-12 12-13v5c-4 1-6 3-6 7h6v12z" />
              </svg>
              <blockquote className="mt-4 mb-8 text-lg leading-relaxed text-pretty">
                {text}
              </blockquote>
              <figcaption className="mt-auto flex items-center gap-3 font-bold">
                <img
                  src={image}
                  alt=""
                  width="160"
                  height="160"
                  loading="lazy"
                  decoding="async"
                  className="size-12 rounded-full"
                />
                {name}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}

type BannerProps = LandingTexts["growth"] & { funnel: string };

/** The secret-watchers banner, dark in both colour schemes. */
export function Watchers({ title, text, action, image, funnel }: BannerProps) {
  return (
    <section className="px-3 sm:px-6">
      <div className="mx-auto grid max-w-[76rem] grid-cols-1 items-center gap-8 overflow-hidden rounded-[2.25rem] bg-[radial-gradient(40rem_30rem_at_80%_30%,#2a5fd8,transparent),linear-gradient(120deg,#0b1b3f,#12307f)] px-6 py-12 text-white sm:px-10 md:grid-cols-2 md:gap-6 lg:px-16 lg:py-16">
        <div className="order-2 md:order-none">
          <SectionTitle>{title}</SectionTitle>
          <p className="mt-4 text-lg leading-relaxed text-pretty text-[#d5e1ff]">{text}</p>
          <p className="mt-8 flex flex-col sm:items-start">
            <CallToAction href={funnel} tone="light">
              {action}
            </CallToAction>
          </p>
        </div>
        <Illustration src={image} className="max-w-[26rem] lg:max-w-none" />
      </div>
    </section>
  );
}

/** The banner before the footer. */
export function GrowthBanner({ title, text, action, image, funnel }: BannerProps) {
  return (
    <section className="bg-[linear-gradient(180deg,transparent,var(--tint))]">
      <div className="mx-auto grid max-w-6xl grid-cols-1 items-center gap-8 px-5 pb-20 sm:px-8 md:grid-cols-2 lg:gap-16 lg:pb-28">
        <Illustration src={image} className="max-w-[30rem]" />
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
