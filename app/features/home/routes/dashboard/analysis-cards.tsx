import { NamedIcon } from "~/design/icons";
import { addresses } from "~/platform/values/addresses";
import { sentences } from "~/platform/values/say";

/** What a subscriber without an analysis begins with. */
export type FirstStepKind = "import" | "connect" | undefined;

const firstSteps = sentences({
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
});

export const cardStyle =
  "rounded-card bg-surface text-ink no-underline shadow-card transition-shadow hover:shadow-float";

/** From one file, as eleven would be fetched after each other. Sized in pixels, so that it leaves room for enlarged text. */
export function Art({ name, className }: { name: string; className: string }) {
  return (
    <img
      src={`/images/cards.svg#${name}`}
      alt=""
      width="240"
      height="240"
      className={`shrink-0 ${className}`}
    />
  );
}

export interface AnalysisCardsProps {
  firstStep: FirstStepKind;
  /** Whether subscribers may connect their account. */
  mayConnect: boolean;
  hasGrowth: boolean;
  /** What the analytics tell. */
  text: string;
}

/** The analysis, or how to begin with it, and growth. */
export function AnalysisCards({ firstStep, mayConnect, hasGrowth, text }: AnalysisCardsProps) {
  return (
    <>
      {firstStep ? (
        <AnalyticsCard {...firstSteps[firstStep]} />
      ) : (
        <AnalyticsCard to={addresses.analytics} text={text} action="See my analysis" />
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
          className={`group mt-3 flex flex-wrap items-center gap-4 p-4 ${cardStyle}`}
        >
          <span className="grid size-12 shrink-0 place-items-center rounded-full bg-tint text-blue-ink">
            <NamedIcon name="growth" />
          </span>
          <span className="min-w-0 flex-1 basis-24">
            <span className="block text-lg leading-tight font-bold">Growth</span>
            <span className="mt-1 block text-sm text-muted">
              Followers over time, when to post, and what brought followers
            </span>
          </span>
          <NamedIcon name="forward" className="size-5 text-blue-ink" />
        </a>
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
      className="group flex flex-wrap items-center gap-3 rounded-card bg-brand py-5 pe-4 ps-5 text-on-brand no-underline shadow-card"
    >
      <span className="min-w-0 flex-1 basis-40">
        <span className="block text-2xl leading-tight font-extrabold">Analytics</span>
        <span className="mt-1.5 block">{text}</span>
        <span className="mt-4 inline-flex items-center gap-1 rounded-full bg-white py-2 pe-3 ps-4 text-sm font-bold text-[#1a57d6]">
          {action}
          <NamedIcon
            name="forward"
            className="size-4 transition-transform group-hover:translate-x-0.5 rtl:group-hover:-translate-x-0.5"
          />
        </span>
      </span>
      <Art name="analytics" className="size-[112px]" />
    </a>
  );
}
