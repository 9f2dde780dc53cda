import script from "~/design/browser/chart-values.ts?worker&url";
import { buttonStyle } from "~/design/button";
import { ChoiceLinks } from "~/design/choice-links";
import { useIsExample } from "~/design/example";
import { categoryLabels } from "~/features/analysis/analysis-labels";
import { followedKeys } from "~/features/analysis/profile";
import { rangeLabels, ranges } from "~/features/growth/ranges";
import { cardColumns } from "~/features/growth/rules/card-columns";
import { cardHeight } from "~/features/growth/rules/card-heights";
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
  const cards = cardsOf(page, error, isExample);
  const { first, second } = cardColumns(cards.slice(1));
  const end = 1 + first;
  const rest = end + second;
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
        {cards[0]?.card}
        <div>
          <div>{cards.slice(1, end).map(({ card }) => card)}</div>
          <div>{cards.slice(end, rest).map(({ card }) => card)}</div>
        </div>
        {cards.slice(rest).map(({ card }) => card)}
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

/** The cards in their order, each with how tall it is about. Only one without a chart may be as wide as the page. */
function cardsOf(page: GrowthPage, error: string | undefined, isExample: boolean) {
  const { reels, ledger } = page;
  const charts = page.sections.map((section) => {
    const { key, chart, notes } = section;
    const hasForm = key === "when-to-post" && chart !== undefined && !isExample;
    return {
      card: (
        <ChartSection key={key} section={section}>
          {hasForm && <TimeZoneForm timeZone={page.timeZone} zones={page.zones} error={error} />}
        </ChartSection>
      ),
      height: cardHeight({
        hasChart: chart !== undefined,
        rows: (chart?.legend.length ?? 0) / 2,
        hasForm: hasForm && page.timeZone === null,
        text: notes,
      }),
      mayBeWide: chart === undefined,
    };
  });
  const ofReels = reels && {
    card: <ReelsSection key="reels" reels={reels} />,
    height: cardHeight({ rows: reels.rows.length && reels.rows.length + 2, text: reels.notes }),
    mayBeWide: true,
  };
  return [
    ...charts,
    ...(ofReels ? [ofReels] : []),
    {
      card: <LedgerSection key="ledger" ledger={ledger} />,
      height: cardHeight({
        rows: ledger.counted.length,
        boxes: ledger.counted.length + ledger.named.length + ledger.bursts.length,
        text: [
          ledger.text ?? "",
          ...(ledger.bursts.length > 0 ? [ledger.aboutBursts] : []),
          ...ledger.notes,
        ],
      }),
      mayBeWide: true,
    },
  ];
}
