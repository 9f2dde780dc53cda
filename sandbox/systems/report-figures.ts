import { colors, margin, type Page } from "./report-page.ts";
import { audienceLabels, type Category, type ReportProfile } from "./report-profile.ts";
import { number, ratio, signed } from "./report-words.ts";

const cells = ["#ff435a", "#ff9a3d", "#ffd23f", "#a8d65c", "#56ac14"] as const;

export function drawEngagement(page: Page, engagement: ReportProfile["userEngagement"]) {
  const rate = engagement?.engagementRate;
  if (!rate) return;
  page.heading("Engagement", 130);
  const { document, width, y } = page;
  page.card(margin, y, width, 112);
  page.text("Overall engagement rate", margin + 16, y + 14, { size: 9.5, color: colors.soft });
  page.text(rate.status, margin + 16, y + 28, { size: 22, bold: true });
  const right = margin + width - 250;
  for (const [index, [label, value]] of (
    [
      ["Avg. likes per post", engagement.averageLikesPerPost],
      ["Avg. comments per post", engagement.averageCommentsPerPost],
    ] as const
  ).entries()) {
    page.text(label, right + index * 124, y + 14, { size: 9.5, color: colors.soft });
    page.text(number(value), right + index * 124, y + 30, { size: 17, bold: true });
  }
  const gap = 6;
  const cell = (width - 32 - 4 * gap) / 5;
  for (const [index, color] of cells.entries()) {
    const x = margin + 16 + index * (cell + gap);
    const isCurrent = index + 1 === rate.cell;
    document.fillOpacity(isCurrent ? 1 : 0.35);
    document.roundedRect(x, y + 70, cell, 12, 6).fill(color);
    document.fillOpacity(1);
    if (isCurrent) {
      const middle = x + cell / 2;
      document.polygon([middle - 5, y + 61], [middle + 5, y + 61], [middle, y + 67]);
      document.fill(colors.ink);
    }
  }
  page.text("Calculated as total likes + comments divided by total posts", margin + 16, y + 90, {
    size: 8.5,
    color: colors.soft,
  });
  page.y = y + 134;
}

/** 'At a glance': ratios between the figures. */
export function drawRatios(page: Page, profile: ReportProfile) {
  const { audience, other } = profile._calculatedData ?? {};
  const gained = audience?.newFollowers?.totalValue ?? 0;
  const lost = audience?.lostFollowers?.totalValue ?? 0;
  const likes = other?.likes?.totalValue ?? 0;
  const comments = other?.comments?.totalValue ?? 0;
  const best = profile.topPosts?.mostLikedPosts?.[0]?.count ?? 0;
  const average = profile.userEngagement?.averageLikesPerPost ?? 0;
  const facts = [
    gained && lost
      ? [
          ratio(gained / lost),
          `new followers for each one that left: ${signed(gained - lost)} in all`,
        ]
      : undefined,
    likes && comments
      ? [ratio(likes / comments), "likes for each comment. Ask a question to bring them closer"]
      : undefined,
    best > average && average > 0
      ? [`${ratio(best / average)}×`, "your average: the likes of your best post"]
      : undefined,
  ].filter((fact) => fact !== undefined) as [string, string][];
  if (facts.length === 0) return;
  page.heading("At a glance", 96);
  const gap = 12;
  const width = (page.width - (facts.length - 1) * gap) / facts.length;
  for (const [index, [value, words]] of facts.entries()) {
    const x = margin + index * (width + gap);
    page.card(x, page.y, width, 84, "#eaf1ff");
    page.text(value, x + 14, page.y + 12, { size: 22, bold: true, color: colors.deep });
    page.text(words, x + 14, page.y + 42, { size: 9.5, width: width - 28, lineGap: 1 });
  }
  page.y += 106;
}

export function drawFigures(page: Page, profile: ReportProfile) {
  const { audience, other } = profile._calculatedData ?? {};
  if (!audience && !other) return;
  const figures: [string, Category | undefined][] = [
    ["Likes", other?.likes],
    ["Comments", other?.comments],
    ...Object.entries(audienceLabels).map(([key, label]): [string, Category | undefined] => [
      label,
      audience?.[key],
    ]),
  ];
  page.heading("Your figures", 140);
  const gap = 10;
  const width = (page.width - 3 * gap) / 4;
  for (const [index, [label, category]] of figures.entries()) {
    const x = margin + (index % 4) * (width + gap);
    page.figure(label, number(category?.totalValue), x, page.y + Math.floor(index / 4) * 64, width);
  }
  page.y += Math.ceil(figures.length / 4) * 64 + 16;
}
