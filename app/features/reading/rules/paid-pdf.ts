import type { Product } from "../../account/product.ts";
import { lessonNumbers, lessonPdf, playbookPdf } from "./course.ts";

export interface PaidPdf {
  /** File name in `build/pdf`. */
  file: string;
  /** Owning this product gives access. */
  product: Product;
  /** The file name that the browser suggests for the download. */
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

/** An allow list: a name that is not in the table never reaches the file system. */
export const findPaidPdf = (name: string): PaidPdf | undefined =>
  paidPdfs.find(({ file }) => file === name);
