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
  ...Array.from({ length: 10 }, (_, index): PaidPdf => {
    const number = index + 1;
    return {
      file: `Lesson_n${number}.pdf`,
      product: "pdfCourse",
      saveAs: `Instagram PRO course - Lesson ${number}.pdf`,
    };
  }),
  {
    file: "Reels_playbook.pdf",
    product: "reelsPlaybook",
    saveAs: "2025 IG Reels Playbook.pdf",
  },
];

/** Only names in the table lead to a file: nothing else of the disk can be asked for. */
export const findPaidPdf = (name: string): PaidPdf | undefined =>
  paidPdfs.find(({ file }) => file === name);
