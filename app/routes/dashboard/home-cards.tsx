import offers from "content:offers";
import { NamedIcon } from "~/components/icons";
import { OfferCard } from "~/components/offer-card";
import { type Extra, extras } from "~/domain/offer";
import type { Product } from "~/domain/product";
import { addresses } from "~/web/addresses";
import { guidesOf, type HomeTexts, trends } from "./cards.ts";

/** The course has another name here than in the special offers (spec 2). */
const cardTexts: Partial<Record<Extra, { title: string; label: string }>> = {
  pdfCourse: { title: "Instagram PRO", label: "10-lessons course" },
};
const cardOrder: readonly Extra[] = [
  "pdfCourse",
  ...extras.filter((extra) => extra !== "pdfCourse"),
];

const cardStyle =
  "rounded-card bg-surface text-ink no-underline shadow-card transition-shadow hover:shadow-float";

/** What a subscriber without an analysis begins with. */
export type FirstStep = "import" | "connect" | undefined;

const firstSteps = {
  import: {
    to: addresses.import,
    text: "Start with your Instagram export: who follows, who left and who does not follow back, by name",
    action: "Import my export",
  },
  connect: {
    to: addresses.connect,
    text: "Start by connecting your Instagram account: likes, comments, reach and who comments, read every day",
    action: "Connect Instagram",
  },
};

interface HomeCardsProps {
  /** Undefined while the subscription service is down. */
  owned: readonly Product[] | undefined;
  firstStep: FirstStep;
  /** Whether subscribers may connect their account. */
  mayConnect: boolean;
  hasGrowth: boolean;
  texts: HomeTexts;
}

export function HomeCards({ owned, firstStep, mayConnect, hasGrowth, texts }: HomeCardsProps) {
  return (
    <>
      <h1 className="sr-only">Dashboard</h1>
      {firstStep ? (
        <AnalyticsCard {...firstSteps[firstStep]} />
      ) : (
        <AnalyticsCard to={addresses.analytics} text={texts.analytics} action="See my analysis" />
      )}
      {mayConnect && firstStep === "import" && (
        <a
          href={addresses.connect}
          className={`mt-3 flex min-h-14 items-center gap-3 px-5 py-3 ${cardStyle}`}
        >
          <span className="flex-1 font-semibold">
            Or connect your Instagram account, if it is a professional one
          </span>
          <NamedIcon name="forward" className="size-5 text-blue-ink" />
        </a>
      )}
      {hasGrowth && (
        <a
          href={addresses.growth}
          className={`group mt-3 flex items-center gap-4 p-4 ${cardStyle}`}
        >
          <span className="grid size-12 shrink-0 place-items-center rounded-full bg-tint text-blue-ink">
            <NamedIcon name="growth" />
          </span>
          <span className="min-w-0 flex-1">
            <span className="block text-lg leading-tight font-bold">Growth</span>
            <span className="mt-1 block text-sm text-muted">
              Followers over time, when to post, and what brought followers
            </span>
          </span>
          <NamedIcon name="forward" className="size-5 text-blue-ink" />
        </a>
      )}
      <ul className="two-up mt-3">
        {trends.map((card) => (
          <li key={card.to}>
            <a href={card.to} className={`flex h-full flex-col p-4 ${cardStyle}`}>
              <Art name={card.art} className="size-[80px]" />
              <span className="mt-3 text-lg leading-tight font-bold">{card.title}</span>
              <span className="mt-1 text-sm text-muted">{card.text}</span>
            </a>
          </li>
        ))}
      </ul>

      <h2 className="mt-9 text-xl font-extrabold">Grow and stay safe</h2>
      <ul className="mt-3 flex flex-col gap-3">
        {guidesOf(texts).map((card) => (
          <li key={card.to}>
            <a
              href={card.to}
              className={`group flex flex-wrap items-center gap-4 p-4 ${cardStyle}`}
            >
              <Art name={card.art} className="size-[72px]" />
              <span className="min-w-0 flex-1 basis-24">
                <span className="block text-lg leading-tight font-bold">{card.title}</span>
                <span className="mt-1 block text-sm text-muted">{card.text}</span>
              </span>
              <NamedIcon name="forward" className="size-5 text-blue-ink" />
            </a>
          </li>
        ))}
      </ul>

      <h2 className="mt-9 text-xl font-extrabold">Go further</h2>
      {owned ? (
        <ul className="mt-3 flex flex-col gap-3">
          {cardOrder.map((extra) => (
            <li key={extra}>
              <OfferCard
                extra={extra}
                offer={offers.offers[extra]}
                owned={owned.includes(extra)}
                buyAt={addresses.offer(extra)}
                {...cardTexts[extra]}
              />
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-3 rounded-card bg-surface p-4 text-muted shadow-card">
          Your extras cannot be shown right now. Please try again in a moment.
        </p>
      )}
    </>
  );
}

interface AnalyticsCardProps {
  to: string;
  text: string;
  action: string;
}

function AnalyticsCard({ to, text, action }: AnalyticsCardProps) {
  return (
    <a
      href={to}
      className="group flex flex-wrap items-center gap-3 rounded-card bg-brand py-5 pr-4 pl-5 text-on-brand no-underline shadow-card"
    >
      <span className="min-w-0 flex-1 basis-40">
        <span className="block text-2xl leading-tight font-extrabold">Analytics</span>
        <span className="mt-1.5 block">{text}</span>
        <span className="mt-4 inline-flex items-center gap-1 rounded-full bg-white py-2 pr-3 pl-4 text-sm font-bold text-[#1a57d6]">
          {action}
          <NamedIcon
            name="forward"
            className="size-4 transition-transform group-hover:translate-x-0.5"
          />
        </span>
      </span>
      <Art name="analytics" className="size-[112px]" />
    </a>
  );
}

/** Sized in pixels, so that it leaves room for enlarged text. */
function Art({ name, className }: { name: string; className: string }) {
  return (
    <img
      src={`/images/cards/${name}.svg`}
      alt=""
      width="240"
      height="240"
      className={`shrink-0 ${className}`}
    />
  );
}
