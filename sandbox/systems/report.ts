import { drawEngagement, drawFigures, drawRatios } from "./report-figures.ts";
import { colors, margin, openReportPage, type Page } from "./report-page.ts";
import { drawPeople, drawPosts } from "./report-people.ts";
import { dateOf, type ReportProfile } from "./report-profile.ts";
import { capitalize, formatDate, plural } from "./report-words.ts";

/** Draws the profile PDF report of getPdfReport (docs/interfaces/functions.yaml): figures, posts, people and a plan. */
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
