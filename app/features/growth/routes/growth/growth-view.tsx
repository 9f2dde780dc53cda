import script from "~/design/browser/chart-values.ts?worker&url";
import { buttonStyle } from "~/design/button";
import { ChoiceLinks } from "~/design/choice-links";
import { useIsExample } from "~/design/example";
import { categoryLabels } from "~/features/analysis/analysis-labels";
import { followedKeys } from "~/features/analysis/profile";
import { rangeLabels, ranges } from "~/features/growth/ranges";
import { addresses } from "~/platform/values/addresses";
import { say } from "~/platform/values/say";
import { AudienceSection } from "./audience-section.tsx";
import { ChartSection } from "./chart-section.tsx";
import type { GrowthPage } from "./growth-page.server.ts";
import { LedgerSection } from "./ledger-section.tsx";
import { ReelsSection } from "./reels-section.tsx";
import { TimeZoneForm } from "./time-zone-form.tsx";

interface GrowthViewProps {
  page: GrowthPage;
  /** Why the time zone was not kept. */
  error: string | undefined;
}

export function GrowthView({ page, error }: GrowthViewProps) {
  const { otherAccount, hasExport, text } = page.sources;
  const isExample = useIsExample();
  return (
    <>
      <h1 className="text-2xl font-extrabold">Your growth</h1>
      <p className="mt-1 text-muted">{text}</p>
      {otherAccount && (
        <p role="status" className="mt-3 rounded-xl bg-tint px-4 py-3 text-sm">
          You are connected to <bdi className="font-bold">{otherAccount.connected}</bdi>, and your
          exports are from <bdi className="font-bold">{otherAccount.exported}</bdi>. Posts and reach
          come from the first account, followers from the second. Nothing is computed from both.
        </p>
      )}
      <div className="mt-4 @2xl:max-w-md">
        <ChoiceLinks
          name={say`Range`}
          choices={ranges.map((range) => ({
            label: rangeLabels[range],
            href: isExample ? addresses.exampleGrowthIn(range) : addresses.growthIn(range),
            isShown: range === page.range,
          }))}
        />
      </div>
      <div className="growth-grid mt-6">
        {page.sections.map((section) => (
          <ChartSection key={section.key} section={section}>
            {section.key === "when-to-post" && section.chart && !isExample && (
              <TimeZoneForm timeZone={page.timeZone} zones={page.zones} error={error} />
            )}
          </ChartSection>
        ))}
        {page.reels && <ReelsSection reels={page.reels} />}
        <LedgerSection ledger={page.ledger} />
        {page.audience && <AudienceSection audience={page.audience} />}
      </div>
      {hasExport && !isExample && (
        <nav aria-labelledby="following" className="mt-10">
          <h2 id="following" className="text-xl font-extrabold">
            Whom you follow
          </h2>
          <div className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] gap-3">
            {followedKeys.map((key) => (
              <a key={key} href={addresses.category(key)} className={buttonStyle("quiet")}>
                {categoryLabels[key]}
              </a>
            ))}
          </div>
        </nav>
      )}
      {!isExample && (
        <a
          href={addresses.posts}
          className={buttonStyle("quiet", "mt-10 w-full @2xl:w-auto @2xl:self-start")}
        >
          See all my posts
        </a>
      )}
      <script type="module" src={script} />
    </>
  );
}
