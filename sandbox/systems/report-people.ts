import sharp from "sharp";
import { pictureAt } from "./images.ts";
import { colors, margin, type Page } from "./report-page.ts";
import { audienceLabels, type Category, dateOf, type ReportPost } from "./report-profile.ts";
import { formatDate, plural } from "./report-words.ts";

export async function drawPosts(
  page: Page,
  title: string,
  posts: ReportPost[] | undefined,
  noun: string,
) {
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

export async function drawPeople(page: Page, audience: Record<string, Category> | undefined) {
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

/** A picture scaled down to its printed size. */
async function thumbnail(url: string | undefined, size: number): Promise<Uint8Array | undefined> {
  const bytes = url === undefined ? undefined : await pictureAt(url);
  return bytes && sharp(bytes).resize(size, size).jpeg({ quality: 80 }).toBuffer();
}
