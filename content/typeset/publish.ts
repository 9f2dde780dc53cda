import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import { lesson, playbook } from "../schema.ts";
import type { Cover } from "./cover.ts";
import { readFrontMatter } from "./front-matter.ts";
import type { Motif } from "./motifs.ts";
import { ContentProblem } from "./problem.ts";
import { typeset } from "./typeset.ts";

interface Title {
  /** Below the root, with forward slashes: what messages name. */
  file: string;
  pdf: string;
  schema: z.ZodType<{ title: string; subTitle: string }>;
  cover: Omit<Cover, "title" | "subTitle">;
  contents: boolean;
}

/** In the order of the lessons' topics (spec 2, 'PDF course screen'). */
const lessonMotifs: Motif[] = [
  "bio",
  "highlights",
  "calendar",
  "stories",
  "captions",
  "hashtags",
  "community",
  "giveaway",
  "insights",
  "collaboration",
];

export const titles: Title[] = [
  ...lessonMotifs.map((motif, index) => ({
    file: `content/course/lesson-${String(index + 1).padStart(2, "0")}.md`,
    pdf: `Lesson_n${index + 1}.pdf`,
    schema: lesson,
    cover: {
      series: "Instagram PRO course",
      part: `Lesson ${index + 1} of ${lessonMotifs.length}`,
      motif,
    },
    contents: false,
  })),
  {
    file: "content/playbook.md",
    pdf: "Reels_playbook.pdf",
    schema: playbook,
    cover: { series: "Reels playbook", part: "From first idea to 30-day plan", motif: "reels" },
    contents: true,
  },
];

export interface Published {
  written: string[];
  unchanged: string[];
  problems: ContentProblem[];
}

/** Typesets every title whose text, or whose typesetter, changed since its PDF was written. */
export async function publish(root: string, outDir: string): Promise<Published> {
  await mkdir(outDir, { recursive: true });
  const published: Published = { written: [], unchanged: [], problems: [] };
  for (const title of titles) {
    try {
      const fresh = await publishTitle(root, outDir, title);
      published[fresh ? "written" : "unchanged"].push(title.pdf);
    } catch (error) {
      if (!(error instanceof ContentProblem)) throw error;
      published.problems.push(error);
    }
  }
  return published;
}

async function publishTitle(root: string, outDir: string, title: Title): Promise<boolean> {
  const path = join(root, title.file);
  if (!existsSync(path)) throw new ContentProblem(title.file, "file", "is missing");
  const source = await readFile(path, "utf8");
  const { meta, body, bodyLine } = readFrontMatter(title.file, source, title.schema);
  const pdf = join(outDir, title.pdf);
  const mark = `${pdf}.sha256`;
  const hash = createHash("sha256").update(typesetterHash()).update(source).digest("hex");
  if (existsSync(pdf) && existsSync(mark) && (await readFile(mark, "utf8")) === hash) return false;
  const { file, cover, contents } = title;
  const { title: name, subTitle } = meta;
  const bytes = await typeset({ ...cover, file, body, bodyLine, contents, title: name, subTitle });
  await writeFile(`${pdf}.part`, bytes);
  await rename(`${pdf}.part`, pdf);
  await writeFile(mark, hash);
  return true;
}

let knownHash: string | undefined;

function typesetterHash(): string {
  if (knownHash) return knownHash;
  const hash = createHash("sha256");
  for (const name of readdirSync(import.meta.dirname).sort()) {
    hash.update(name).update(readFileSync(join(import.meta.dirname, name)));
  }
  const manifest = JSON.parse(
    readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"),
  );
  for (const name of ["pdfkit", "marked", "@fontsource/nunito-sans"]) {
    hash.update(`${name}@${manifest.devDependencies[name]}`);
  }
  knownHash = hash.digest("hex");
  return knownHash;
}
