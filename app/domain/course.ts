/** The lessons of the Instagram PRO course, and how their files are called. */
export const lessonNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

/** The lesson's text, below `content/`. */
export const lessonSource = (number: number) =>
  `course/lesson-${String(number).padStart(2, "0")}.md`;

/** The lesson's PDF, below `build/pdf` and in its address. */
export const lessonPdf = (number: number) => `Lesson_n${number}.pdf`;

export const playbookPdf = "Reels_playbook.pdf";
