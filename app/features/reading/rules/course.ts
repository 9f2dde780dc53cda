import { say } from "../../../platform/values/say.ts";

/** The lessons of the Instagram PRO course. */
export const lessonNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

/** Path of the lesson's text, relative to `content/`. */
export const lessonSource = (number: number) =>
  `course/lesson-${String(number).padStart(2, "0")}.md`;

/** File name of the lesson's PDF, in `build/pdf` and in its URL. */
export const lessonPdf = (number: number) => `Lesson_n${number}.pdf`;

export const playbookPdf = "Reels_playbook.pdf";

/** Path of the playbook's text, relative to `content/`. */
export const playbookSource = "playbook.md";

/** What stands on a cover above the title: what the book belongs to, and its place in it. */
export const lessonSeries = () => say`Instagram PRO course`;
export const lessonPart = (number: number) => say`Lesson ${number} of ${lessonNumbers.length}`;
export const playbookSeries = () => say`Reels playbook`;
export const playbookPart = () => say`From first idea to 30-day plan`;

/** How the contents of a long book are headed. */
export const contentsTitle = () => say`Contents`;
