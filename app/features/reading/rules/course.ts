/** The lessons of the Instagram PRO course. */
export const lessonNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

/** Path of the lesson's text, relative to `content/`. */
export const lessonSource = (number: number) =>
  `course/lesson-${String(number).padStart(2, "0")}.md`;

/** File name of the lesson's PDF, in `build/pdf` and in its URL. */
export const lessonPdf = (number: number) => `Lesson_n${number}.pdf`;

export const playbookPdf = "Reels_playbook.pdf";
