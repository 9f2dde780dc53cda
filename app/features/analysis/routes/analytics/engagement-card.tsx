import type { ReactNode } from "react";
import { StillCounting } from "~/design/still-counting";
import type { Engagement } from "~/features/analysis/profile";
import { counted, withCommas } from "~/platform/values/numbers";

/** docs/product.md#analytics: red, orange, yellow, light green, green. */
const segmentColors = ["bg-red", "bg-[#ff9838]", "bg-[#ffd23f]", "bg-[#9fd356]", "bg-green"];

interface EngagementCardProps {
  engagement: Engagement | undefined;
  /** What stands in place of the bar, and of an average, that cannot be known. Without these, a clock: it is being counted. */
  unknown?: { rate: ReactNode; averageLikes: string; averageComments: string } | undefined;
}

/** The engagement rate on a five-segment bar, and the averages per post. */
export function EngagementCard({ engagement, unknown }: EngagementCardProps) {
  const rate = engagement?.rate;
  return (
    <div className="flex-1 card p-5 shadow-card">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="font-bold">Overall Engagement Rate</h3>
        {rate && <span className="font-extrabold text-blue-ink">{rate.status}</span>}
      </div>
      {rate ? (
        <div
          role="img"
          aria-label={`Level ${rate.cell} of 5: ${rate.status}`}
          className="mt-5 grid grid-cols-5 gap-1.5"
        >
          {segmentColors.map((color, index) => {
            const current = index + 1 === rate.cell;
            return (
              <span key={color} className="flex flex-col items-center gap-1.5">
                <span
                  className={`size-0 border-x-6 border-t-8 border-x-transparent ${current ? "border-t-ink" : "border-t-transparent"}`}
                />
                <span
                  className={`block h-3 w-full rounded-full ${color} ${current ? "outline-2 outline-offset-2 outline-ink" : "opacity-60"}`}
                />
              </span>
            );
          })}
        </div>
      ) : (
        <div className="mt-4">{unknown?.rate ?? <StillCounting />}</div>
      )}
      <p className="mt-4 text-sm text-muted">
        *calculated as total likes + comments divided by total posts
      </p>
      <dl className="two-up mt-5">
        <Average
          label="Avg. Likes/Post"
          value={engagement?.averageLikes}
          unknown={unknown?.averageLikes}
        />
        <Average
          label="Avg. Comments/Post"
          value={engagement?.averageComments}
          unknown={unknown?.averageComments}
        />
      </dl>
      {engagement?.reach && <ReachLine {...engagement.reach} />}
    </div>
  );
}

function ReachLine({ averagePerDay, days }: NonNullable<Engagement["reach"]>) {
  const accounts = Math.round(averagePerDay);
  return (
    <p className="mt-4 text-sm text-muted">
      Your account reached{" "}
      <strong className="text-ink tabular-nums">{counted(accounts, "account")}</strong> a day, on
      average over {counted(days, "day")}.
    </p>
  );
}

interface AverageProps {
  label: string;
  value: number | undefined;
  unknown: string | undefined;
}

function Average({ label, value, unknown }: AverageProps) {
  const box = "rounded-xl bg-tint px-2 py-3";
  if (value === undefined && unknown)
    return (
      <div className={box}>
        <dt className="text-sm leading-snug font-bold tracking-tight">{label}</dt>
        <dd className="mt-1 text-sm text-muted">{unknown}</dd>
      </div>
    );
  return (
    <div className={`flex flex-col-reverse justify-end ${box}`}>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="text-xl font-extrabold tabular-nums">
        {value === undefined ? <StillCounting /> : withCommas(Math.round(value * 10) / 10)}
      </dd>
    </div>
  );
}
