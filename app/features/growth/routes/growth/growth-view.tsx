import chartScript from "~/design/browser/chart-values.ts?worker&url";
import { buttonStyle, SubmitButton } from "~/design/button";
import { ChoiceLinks } from "~/design/choice-links";
import { useIsExample } from "~/design/example";
import { FormMessage } from "~/design/form-message";
import { FormToken } from "~/design/form-token";
import { TimeZoneSelect } from "~/design/time-zone-select";
import { categoryLabels } from "~/features/analysis/analysis-labels";
import { followedKeys } from "~/features/analysis/profile";
import { rangeLabels, ranges } from "~/features/growth/ranges";
import { cardColumns } from "~/features/growth/rules/card-columns";
import { cardHeight } from "~/features/growth/rules/card-heights";
import { PostLink } from "~/features/growth/views/post-link";
import timeZoneScript from "~/platform/browser/time-zone.ts?worker&url";
import { addresses } from "~/platform/values/addresses";
import { allOf } from "~/platform/values/listed";
import { say } from "~/platform/values/say";
import type { ShownAudience } from "./audience.server.ts";
import type { GrowthPage } from "./growth-page.server.ts";
import { ChartSection, GrowthFileLink, SectionNotes } from "./growth-section.tsx";
import { LedgerSection } from "./ledger-section.tsx";
import type { ShownReels } from "./reels.server.ts";

/** The style of a list of the audience and of all its rows. */
const listStyle =
  "mb-6 w-full break-inside-avoid text-start text-sm tabular-nums [&_svg]:mt-1 [&_svg]:h-1 [&_svg]:w-full [&_svg]:fill-blue rtl:[&_svg]:-scale-x-100 [&_td]:w-px [&_td]:py-2 [&_td]:text-end [&_td]:align-top [&_td]:whitespace-nowrap [&_th]:py-2 [&_th]:pe-3 [&_th]:font-normal [&_th]:wrap-anywhere [&_tr]:border-t [&_tr]:border-line";

/** Countries, cities, age and gender of followers, and who sees the posts. */
function AudienceSection({ audience: { lists, notes } }: { audience: ShownAudience }) {
  const isKnown = lists.length > 0;
  return (
    <section aria-labelledby="your-audience-title" id="your-audience" className="@container">
      <h2 id="your-audience-title" className="text-xl font-extrabold">
        Your audience
      </h2>
      {isKnown && (
        <div className="mt-4 gap-x-10 @xl:columns-2 @5xl:columns-3">
          {lists.map(({ title, about, rows }) => (
            <table key={title} className={listStyle}>
              <caption className="pb-1 text-start">
                <span className="block text-base font-extrabold">{title}</span>
                <span className="block text-sm text-muted">{about}</span>
              </caption>
              <tbody>
                {rows.map(({ name, percent, text }) => (
                  <tr key={name}>
                    <th scope="row">
                      <bdi>{name}</bdi>
                      <svg aria-hidden="true" viewBox="0 0 100 4" preserveAspectRatio="none">
                        <path d={`M0 0h${Math.max(1, percent)}v4H0z`} />
                      </svg>
                    </th>
                    <td>{text}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          ))}
        </div>
      )}
      <SectionNotes notes={notes} isAlone={!isKnown}>
        {isKnown && (
          <GrowthFileLink file="your-audience">
            All of it as CSV<span className="sr-only">: Your audience</span>
          </GrowthFileLink>
        )}
      </SectionNotes>
    </section>
  );
}

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
      <script type="module" src={chartScript} />
    </>
  );
}

/** How long reels are watched, and how many skip them. */
function ReelsSection({ reels: { headline, rows, notes } }: { reels: ShownReels }) {
  const isKnown = rows.length > 0;
  return (
    <section aria-labelledby="your-reels-title" id="your-reels">
      <h2 id="your-reels-title" className="text-xl font-extrabold">
        Your reels
      </h2>
      {headline && <p className="mt-4 pb-2 font-bold">Usually {headline}</p>}
      {isKnown && (
        <ul className="divide-y divide-line border-y border-line text-sm tabular-nums">
          {rows.map(({ name, permalink, figures }) => (
            <li
              key={`${name} ${permalink}`}
              className="flex flex-wrap items-baseline justify-between gap-x-4 py-2"
            >
              <PostLink name={name} permalink={permalink} />
              <span className="text-muted">{figures}</span>
            </li>
          ))}
        </ul>
      )}
      <SectionNotes notes={notes} isAlone={!isKnown}>
        {isKnown && (
          <GrowthFileLink file="your-reels">
            All of them as CSV<span className="sr-only">: Your reels</span>
          </GrowthFileLink>
        )}
      </SectionNotes>
    </section>
  );
}

interface TimeZoneFormProps {
  /** Null until it is chosen. */
  timeZone: string | null;
  zones: readonly string[];
  error: string | undefined;
}

/** Asks for the time zone once; a script chooses the browser's. It is changed where the letters are set. */
function TimeZoneForm({ timeZone, zones, error }: TimeZoneFormProps) {
  if (timeZone !== null)
    return (
      <a href={addresses.notifications} className="text-sm font-semibold text-blue-ink underline">
        Change the time zone
      </a>
    );
  return (
    <form method="post" action={addresses.growth} className="mt-3 card p-5 shadow-card">
      <FormToken />
      <div className="mb-3 empty:hidden">
        <FormMessage errors={{ "time-zone": error }} />
      </div>
      <p className="mb-3">Where are you? Until you choose, the times are in UTC.</p>
      <TimeZoneSelect timeZone={timeZone} zones={zones} error={error} />
      <SubmitButton tone="quiet">Save time zone</SubmitButton>
      <script type="module" src={timeZoneScript} />
    </form>
  );
}

/** The cards in their order, each with about how tall it is. Only one without a chart may be as wide as the page. */
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
  return allOf(
    ...charts,
    reels && {
      card: <ReelsSection key="reels" reels={reels} />,
      height: cardHeight({ rows: reels.rows.length && reels.rows.length + 2, text: reels.notes }),
      mayBeWide: true,
    },
    {
      card: <LedgerSection key="ledger" ledger={ledger} />,
      height: cardHeight({
        rows: ledger.counted.length,
        boxes: ledger.counted.length + ledger.named.length + ledger.bursts.length,
        text: allOf(
          ledger.text ?? "",
          ledger.bursts.length > 0 && ledger.aboutBursts,
          ...ledger.notes,
        ),
      }),
      mayBeWide: true,
    },
  );
}
