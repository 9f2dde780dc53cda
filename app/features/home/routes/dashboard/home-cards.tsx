import offers from "content:offers";
import { NamedIcon } from "~/design/icons";
import { type Extra, extras, offerAddress } from "~/features/account/offer";
import type { Product } from "~/features/account/product";
import { OfferCard } from "~/features/purchases/offer-card";
import { sentences } from "~/platform/values/say";
import { AnalysisCards, type AnalysisCardsProps } from "./analysis-cards.tsx";
import { Art, cardStyle } from "./card-parts.tsx";
import { guidesOf, type HomeTexts, trends } from "./cards.ts";

/** The course has another name here than in the special offers (docs/product.md#home). */
const cardTexts: Partial<Record<Extra, { title: string; label: string }>> = sentences({
  pdfCourse: { title: "Instagram PRO", label: "10-lessons course" },
});
const cardOrder: readonly Extra[] = [
  "pdfCourse",
  ...extras.filter((extra) => extra !== "pdfCourse"),
];

interface HomeCardsProps extends Omit<AnalysisCardsProps, "text"> {
  /** Undefined while the subscription service is down. */
  owned: readonly Product[] | undefined;
  texts: HomeTexts;
}

export function HomeCards({ owned, firstStep, mayConnect, hasGrowth, texts }: HomeCardsProps) {
  return (
    <>
      <h1 className="sr-only">Dashboard</h1>
      <AnalysisCards
        firstStep={firstStep}
        mayConnect={mayConnect}
        hasGrowth={hasGrowth}
        text={texts.analytics}
      />
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
      <ul className="home-rows">
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
        <ul className="home-rows">
          {cardOrder.map((extra) => (
            <li key={extra}>
              <OfferCard
                extra={extra}
                offer={offers.offers[extra]}
                owned={owned.includes(extra)}
                buyAt={offerAddress(extra)}
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
