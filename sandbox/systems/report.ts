import sharp from "sharp";
import { pictureAt } from "./images.ts";
import { colors, margin, openReportPage, type Page } from "./report-page.ts";

const cells = ["#ff435a", "#ff9a3d", "#ffd23f", "#a8d65c", "#56ac14"] as const;

interface Category {
  totalValue: number | null;
  items?: { username: string; fullName?: string; picUrl?: string }[];
}

interface ReportPost {
  postPicUrl?: string;
  count: number;
  date: unknown;
  user?: string;
}

interface ReportProfile {
  _updatedAt?: unknown;
  _insights?: { recommendations?: string[] };
  _calculatedData?: { audience?: Record<string, Category>; other?: Record<string, Category> };
  topPosts?: { mostLikedPosts?: ReportPost[]; mostCommentedPosts?: ReportPost[] };
  userEngagement?: {
    engagementRate?: { status: string; cell: number };
    averageLikesPerPost?: number;
    averageCommentsPerPost?: number;
  };
  overviewStatistics?: { totalPostsAnalyzed?: number };
}

const audienceLabels = {
  newFollowers: "New followers",
  lostFollowers: "Lost followers",
  secretFans: "Secret fans",
  fans: "Your fans",
  friends: "Your friends",
  inactiveFollowers: "Inactive followers",
} as const;

/** Draws the profile PDF report of getPdfReport (spec 1): figures, posts, people and a plan. */
export async function drawReport(
  profile: ReportProfile,
  { email, hostname }: { email: string; hostname: string },
): Promise<Uint8Array<ArrayBuffer>> {
  const page = openReportPage(`For ${email}`);
  drawCover(page, profile, email);
  drawEngagement(page, profile.userEngagement);
  drawRatios(page, profile);
  drawFigures(page, profile);
  await drawPosts(page, "Most liked posts", profile.topPosts?.mostLikedPosts, "like");
  await drawPosts(page, "Most commented posts", profile.topPosts?.mostCommentedPosts, "comment");
  await drawPeople(page, profile._calculatedData?.audience);
  drawPlan(page, profile._insights?.recommendations);
  return page.finish(`Profile Analyzer, ${hostname}`);
}

function drawCover(page: Page, profile: ReportProfile, email: string) {
  const { document } = page;
  const height = 168;
  const { width } = document.page;
  const sky = document.linearGradient(0, 0, width, height);
  sky.stop(0, colors.deep).stop(1, colors.blue);
  document.save().rect(0, 0, width, height).clip();
  document.rect(0, 0, width, height).fill(sky);
  for (const [x, y, radius] of [
    [500, 20, 120],
    [560, 150, 80],
    [400, 170, 46],
  ] as const)
    document.circle(x, y, radius).fillOpacity(0.1).fill("#ffffff");
  document.fillOpacity(1).restore();

  const posts = profile.topPosts?.mostLikedPosts ?? [];
  const user = posts.find((post) => post.user)?.user;
  const analyzed = profile.overviewStatistics?.totalPostsAnalyzed;
  const updated = dateOf(profile._updatedAt);
  const white = { color: "#ffffff" };
  page.text("PROFILE REPORT", margin, 44, { size: 10, bold: true, characterSpacing: 2, ...white });
  page.text(user ? `@${user}` : email, margin, 64, { size: 28, bold: true, ...white });
  const basis = [
    analyzed ? `based on your ${plural(analyzed, "latest post")}` : "",
    updated ? `figures of ${formatDate(updated)}` : "",
  ].filter(Boolean);
  page.text(capitalize(basis.join(", ")), margin, 108, { size: 11, ...white });
  page.text(`Made for ${email}`, margin, 126, { size: 11, ...white });
  page.y = height + 30;
}

function drawEngagement(page: Page, engagement: ReportProfile["userEngagement"]) {
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
function drawRatios(page: Page, profile: ReportProfile) {
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

function drawFigures(page: Page, profile: ReportProfile) {
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

async function drawPosts(page: Page, title: string, posts: ReportPost[] | undefined, noun: string) {
  if (!posts?.length) return;
  const shown = posts.slice(0, 6);
  const gap = 14;
  const width = (page.width - 2 * gap) / 3;
  const row = 152;
  page.heading(title, Math.ceil(shown.length / 3) * row);
  const pictures = await Promise.all(shown.map(({ postPicUrl }) => thumbnail(postPicUrl, 360)));
  for (const [index, { count, date }] of shown.entries()) {
    const x = margin + (index % 3) * (width + gap);
    const y = page.y + Math.floor(index / 3) * row;
    page.picture(pictures[index], x, y, width, 104, 10);
    page.document.circle(x + 16, y + 16, 10).fill(colors.ink);
    page.text(String(index + 1), x + 6, y + 10, {
      size: 9,
      bold: true,
      color: "#ffffff",
      width: 20,
      align: "center",
    });
    page.text(plural(count, noun), x, y + 110, { size: 11, bold: true });
    const posted = dateOf(date);
    if (posted) page.text(formatDate(posted), x, y + 125, { size: 9, color: colors.soft });
  }
  page.y += Math.ceil(shown.length / 3) * row + 10;
}

async function drawPeople(page: Page, audience: Record<string, Category> | undefined) {
  const groups = Object.entries(audienceLabels)
    .map(([key, label]) => ({ label, people: (audience?.[key]?.items ?? []).slice(0, 6) }))
    .filter(({ people }) => people.length > 0);
  if (groups.length === 0) return;
  const gap = 14;
  const maxPeople = Math.max(...groups.map(({ people }) => people.length));
  const height = 42 + maxPeople * 26 + gap;
  const width = (page.width - gap) / 2;
  page.heading(
    "The people behind the figures",
    Math.ceil(groups.length / 2) * height,
    "The first of each group, as the analysis names them.",
  );
  for (const [index, { label, people }] of groups.entries()) {
    const x = margin + (index % 2) * (width + gap);
    const y = page.y + Math.floor(index / 2) * height;
    page.card(x, y, width, height - gap);
    page.text(label, x + 14, y + 12, { size: 11, bold: true });
    const faces = await Promise.all(people.map(({ picUrl }) => thumbnail(picUrl, 72)));
    for (const [place, { username, fullName }] of people.entries()) {
      const top = y + 34 + place * 26;
      page.picture(faces[place], x + 14, top, 20, 20, 10);
      page.text(`@${username}`, x + 42, top - 1, { size: 9.5, bold: true });
      if (fullName) page.text(fullName, x + 42, top + 10, { size: 8, color: colors.soft });
    }
  }
  page.y += Math.ceil(groups.length / 2) * height + 16;
}

/** The recommendations as a four-week plan with check boxes. */
function drawPlan(page: Page, recommendations: string[] = []) {
  if (recommendations.length === 0) return;
  const weeks = Math.min(4, recommendations.length);
  const each = Math.ceil(recommendations.length / weeks);
  page.heading(
    "Your next four weeks",
    120,
    "Every recommendation of the analysis, a few at a time. Tick off what you have done.",
  );
  for (let week = 0; week * each < recommendations.length; week += 1) {
    const todo = recommendations.slice(week * each, (week + 1) * each);
    const room = page.width - 30;
    const heights = todo.map((words) => page.heightOf(words, room, 10.5));
    page.reserve(heights.reduce((sum, height) => sum + height + 12, 34));
    page.text(`Week ${week + 1}`, margin, page.y, { size: 12, bold: true, color: colors.deep });
    page.y += 22;
    for (const [index, words] of todo.entries()) {
      page.document.roundedRect(margin + 1, page.y + 1, 13, 13, 3).lineWidth(1.2);
      page.document.stroke(colors.blue);
      page.text(words, margin + 28, page.y, { size: 10.5, width: room, lineGap: 2 });
      page.y += (heights[index] ?? 0) + 12;
    }
    page.y += 10;
  }
}

/** A picture scaled down to its printed size. */
async function thumbnail(url: string | undefined, size: number): Promise<Uint8Array | undefined> {
  const bytes = url === undefined ? undefined : await pictureAt(url);
  return bytes && sharp(bytes).resize(size, size).jpeg({ quality: 80 }).toBuffer();
}

function number(value: number | null | undefined): string {
  return value === null || value === undefined ? "pending" : value.toLocaleString("en-US");
}

function ratio(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: value < 10 ? 1 : 0 });
}

function signed(value: number): string {
  return `${value < 0 ? "−" : "+"}${number(Math.abs(value))}`;
}

function plural(count: number, unit: string): string {
  return `${number(count)} ${unit}${count === 1 ? "" : "s"}`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function formatDate(date: Date): string {
  return date.toLocaleDateString("en-US", { dateStyle: "medium", timeZone: "UTC" });
}

/** The forms of a date that contract 6 allows. */
function dateOf(value: unknown): Date | undefined {
  if (value instanceof Date) return value;
  if (typeof value === "string" || typeof value === "number") return new Date(value);
  if (value && typeof value === "object" && "toDate" in value) {
    return (value as { toDate(): Date }).toDate();
  }
  return undefined;
}
