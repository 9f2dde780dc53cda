import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { z } from "zod";
import {
  contentsTitle,
  lessonNumbers,
  lessonPart,
  lessonPdf,
  lessonSeries,
  lessonSource,
  playbookPart,
  playbookPdf,
  playbookSeries,
  playbookSource,
} from "../../app/features/reading/rules/course.ts";
import { type Translated, translatedTags } from "../../app/platform/values/languages.ts";
import { setVoice } from "../../app/platform/values/say.ts";
import { createVoice } from "../../app/platform/values/voice.ts";
import { ContentError, markdown, parts } from "../read.ts";
import { lesson, playbook } from "../schema.ts";
import { typeset } from "./typeset.ts";

interface Title {
  /** Below content/. */
  file: string;
  pdf: string;
  schema: z.ZodType<{ title: string; subTitle: string; image: string }>;
  series: () => string;
  part: () => string;
  contents: boolean;
}

export const titles: Title[] = [
  ...lessonNumbers.map((number) => ({
    file: lessonSource(number),
    pdf: lessonPdf(number),
    schema: lesson,
    series: lessonSeries,
    part: () => lessonPart(number),
    contents: false,
  })),
  {
    file: playbookSource,
    pdf: playbookPdf,
    schema: playbook,
    series: playbookSeries,
    part: playbookPart,
    contents: true,
  },
];

/** Typesets every title below `root`, and each translation in a folder of its own, and writes what differs from the PDF that is there. */
export async function publish(root: string, outDir: string) {
  const written: string[] = [];
  const unchanged: string[] = [];
  const problems: ContentError[] = [];
  for (const { title, language } of editions(root)) {
    try {
      const bytes = await typesetTitle(root, title, language);
      const pdf = join(language ?? "", title.pdf);
      const path = join(outDir, pdf);
      await mkdir(dirname(path), { recursive: true });
      // An unchanged file keeps its time, and with it the ETag that readers' copies carry.
      if (existsSync(path) && bytes.equals(await readFile(path))) {
        unchanged.push(pdf);
        continue;
      }
      await writeFile(path, bytes);
      written.push(pdf);
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      problems.push(error);
    }
  }
  return { written, unchanged, problems };
}

/** Every title in English, and in each language in which an editor has put it below content/translations/. */
const editions = (root: string): { title: Title; language?: Translated }[] => [
  ...titles.map((title) => ({ title })),
  ...translatedTags.flatMap((language) =>
    titles
      .filter(({ file }) => existsSync(join(root, "content", translationOf(file, language))))
      .map((title) => ({ title, language })),
  ),
];

const translationOf = (file: string, language: Translated) => `translations/${language}/${file}`;

async function typesetTitle(
  root: string,
  { file: original, schema, series, part, contents }: Title,
  language?: Translated,
) {
  const directory = join(root, "content");
  const file = language ? translationOf(original, language) : original;
  const { data, body, bodyLine } = markdown(file, schema)(directory);
  const picture = join(root, "public", data.image);
  if (!existsSync(picture)) throw new ContentError(`${file}: image: no file ${data.image}`);
  const voice = language && createVoice(language, parts.messages(directory)[language]);
  setVoice(() => voice);
  try {
    return typeset({
      ...{ file, body, bodyLine, series: series(), part: part() },
      contents: contents && contentsTitle(),
      language: language ?? "en",
      title: data.title,
      subTitle: data.subTitle,
      picture: await readFile(picture, "utf8"),
    });
  } finally {
    setVoice(() => undefined);
  }
}
