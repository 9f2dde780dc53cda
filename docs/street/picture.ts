import { type Concern, features, platform } from "../../app/street.ts";
import type { Arrow } from "./survey.ts";

const width = 880;
const rowHeight = 25;
const margin = 20;
/** Where the arcs begin; left of it stand the names. */
const arcsFrom = 590;
const widestArc = width - margin - arcsFrom;

/**
 * The street as an SVG: the features and the platform in their order, and an arc for every pair of which the lower
 * imports the upper. It says nothing of how many imports those are, so that it changes with the street alone.
 */
export function streetPicture(arrows: readonly Arrow[]): string {
  const heading = 44;
  const platformTop = margin + heading + features.length * rowHeight + margin;
  const height = platformTop + heading + platform.length * rowHeight + margin;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">
<title id="title">The street: every concern imports only what stands above it</title>
<style>
svg { --back: #fff; --ink: #16213a; --soft: #56607a; --line: #256bfd; --rule: #d9dfec; font-family: "Nunito Sans", system-ui, sans-serif; }
@media (prefers-color-scheme: dark) { svg { --back: #0f1729; --ink: #eef2fb; --soft: #a3aec6; --line: #7fa6ff; --rule: #2a3550; } }
.back { fill: var(--back); }
.heading { fill: var(--ink); font-size: 17px; font-weight: 700; }
.name { fill: var(--ink); font-size: 14px; font-weight: 600; }
.about { fill: var(--soft); font-size: 13px; }
.arc { fill: none; stroke: var(--line); stroke-opacity: 0.55; stroke-width: 1.2; }
.door { fill: var(--line); }
.rule { stroke: var(--rule); }
</style>
<rect class="back" width="${width}" height="${height}" rx="12"/>
${part("Features: each imports what stands above it, and the platform", features, margin, heading, arrows)}
<path class="rule" d="M${margin} ${platformTop - margin / 2}H${width - margin}"/>
${part("Platform and design: know no feature", platform, platformTop, heading, arrows)}
</svg>
`;
}

function part(
  title: string,
  concerns: readonly Concern[],
  top: number,
  heading: number,
  arrows: readonly Arrow[],
): string {
  const middleOf = (index: number) => top + heading + index * rowHeight + rowHeight / 2;
  const rows = concerns.map(({ name, about }, index) => {
    const y = middleOf(index) + 5;
    return `<text class="name" x="${margin}" y="${y}">${escaped(name)}</text><text class="about" x="${margin + 100}" y="${y}">${escaped(about)}</text>`;
  });
  const indexOf = (wanted: string) => concerns.findIndex(({ name }) => name === wanted);
  const arcs = arrows
    .map(({ from, to }) => ({ lower: indexOf(from), upper: indexOf(to) }))
    .filter(({ lower, upper }) => lower >= 0 && upper >= 0)
    .sort((a, b) => a.lower - b.lower || a.upper - b.upper);
  const paths = arcs.map(({ lower, upper }) => {
    const [from, to] = [middleOf(lower), middleOf(upper)];
    const reach = Math.round((widestArc * Math.abs(lower - upper)) / (concerns.length - 1));
    return `<path class="arc" d="M${arcsFrom} ${from}A${reach} ${Math.abs(from - to) / 2} 0 0 ${from > to ? 0 : 1} ${arcsFrom} ${to}"/>`;
  });
  const doors = concerns.map(
    (_, index) => `<circle class="door" cx="${arcsFrom}" cy="${middleOf(index)}" r="3"/>`,
  );
  return [
    `<text class="heading" x="${margin}" y="${top + 24}">${escaped(title)}</text>`,
    ...rows,
    ...paths,
    ...doors,
  ].join("\n");
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
