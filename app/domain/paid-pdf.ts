import { lessonNumbers, lessonPdf, playbookPdf } from "./course.ts";
import type { Product } from "./product.ts";

export interface PaidPdf {
  /** The file below `build/pdf`. */
  file: string;
  /** Whose owners may read it. */
  product: Product;
  /** The name under which a browser saves it. */
  saveAs: string;
}

const paidPdfs: readonly PaidPdf[] = [
  ...lessonNumbers.map(
    (number): PaidPdf => ({
      file: lessonPdf(number),
      product: "pdfCourse",
      saveAs: `Instagram PRO course - Lesson ${number}.pdf`,
    }),
  ),
  {
    file: playbookPdf,
    product: "reelsPlaybook",
    saveAs: "2025 IG Reels Playbook.pdf",
  },
];

/** Only names in the table lead to a file: nothing else of the disk can be asked for. */
export const findPaidPdf = (name: string): PaidPdf | undefined =>
  paidPdfs.find(({ file }) => file === name);
