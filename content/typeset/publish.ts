import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import {
  lessonNumbers,
  lessonPdf,
  lessonSource,
  playbookPdf,
} from "../../app/features/reading/rules/course.ts";
import { ContentError, markdown } from "../read.ts";
import { lesson, playbook } from "../schema.ts";
import { typeset } from "./typeset.ts";

interface Title {
  /** Below content/. */
  file: string;
  pdf: string;
  schema: z.ZodType<{ title: string; subTitle: string; image: string }>;
  series: string;
  part: string;
  contents: boolean;
}

export const titles: Title[] = [
  ...lessonNumbers.map((number) => ({
    file: lessonSource(number),
    pdf: lessonPdf(number),
    schema: lesson,
    series: "Instagram PRO course",
    part: `Lesson ${number} of ${lessonNumbers.length}`,
    contents: false,
  })),
  {
    file: "playbook.md",
    pdf: playbookPdf,
    schema: playbook,
    series: "Reels playbook",
    part: "From first idea to 30-day plan",
    contents: true,
  },
];

/** Typesets every title below `root`, and writes what differs from the PDF that is there. */
export async function publish(root: string, outDir: string) {
  await mkdir(outDir, { recursive: true });
  const written: string[] = [];
  const unchanged: string[] = [];
  const problems: ContentError[] = [];
  for (const title of titles) {
    try {
      const bytes = await typesetTitle(root, title);
      const path = join(outDir, title.pdf);
      // An unchanged file keeps its time, and with it the ETag that readers' copies carry.
      if (existsSync(path) && bytes.equals(await readFile(path))) {
        unchanged.push(title.pdf);
        continue;
      }
      await writeFile(path, bytes);
      written.push(title.pdf);
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      problems.push(error);
    }
  }
  return { written, unchanged, problems };
}

async function typesetTitle(root: string, { file, schema, series, part, contents }: Title) {
  const { data, body, bodyLine } = markdown(file, schema)(join(root, "content"));
  const picture = join(root, "public", data.image);
  if (!existsSync(picture)) throw new ContentError(`${file}: image: no file ${data.image}`);
  return typeset({
    ...{ file, body, bodyLine, series, part, contents },
    title: data.title,
    subTitle: data.subTitle,
    picture: await readFile(picture, "utf8"),
  });
}
