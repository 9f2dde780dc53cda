import { createRequire } from "node:module";
import PDFDocument from "pdfkit";

const require = createRequire(import.meta.url);
const fonts = {
  regular: require.resolve("@expo-google-fonts/nunito-sans/400Regular/NunitoSans_400Regular.ttf"),
  bold: require.resolve("@expo-google-fonts/nunito-sans/700Bold/NunitoSans_700Bold.ttf"),
};

export const colors = {
  ink: "#0b1b3f",
  soft: "#51607f",
  line: "#dfe6f3",
  tint: "#f1f5fe",
  blue: "#256bfd",
  deep: "#1549b8",
  green: "#56ac14",
  red: "#ff435a",
} as const;

export const margin = 48;
const footerHeight = 60;

export type Page = ReturnType<typeof openReportPage>;

/** An A4 document with the drawing operations of the report; `y` is the current position on the page. */
export function openReportPage(subject: string) {
  const document = new PDFDocument({
    size: "A4",
    margins: { top: margin, bottom: 0, left: margin, right: margin },
    bufferPages: true,
    lang: "en",
    displayTitle: true,
    pdfVersion: "1.7",
    font: fonts.regular,
    info: { Title: "Profile report", Author: "Profile Analyzer", Subject: subject },
  });
  document.registerFont("regular", fonts.regular).registerFont("bold", fonts.bold);
  const chunks: Buffer[] = [];
  const finished = new Promise<Buffer>((resolve, reject) => {
    document.on("data", (chunk: Buffer) => chunks.push(chunk));
    document.on("end", () => resolve(Buffer.concat(chunks)));
    document.on("error", reject);
  });
  const width = document.page.width - 2 * margin;

  const page = {
    document,
    width,
    y: margin,

    text(
      words: string,
      x: number,
      y: number,
      {
        size = 10,
        bold = false,
        color = colors.ink as string,
        ...more
      }: { size?: number; bold?: boolean; color?: string } & PDFKit.Mixins.TextOptions = {},
    ) {
      document
        .font(bold ? "bold" : "regular")
        .fontSize(size)
        .fillColor(color)
        .text(words, x, y, { lineBreak: more.width !== undefined, ...more });
    },

    /** The height of a text at that width. */
    heightOf(words: string, width: number, size: number, bold = false): number {
      document.font(bold ? "bold" : "regular").fontSize(size);
      return document.heightOfString(words, { width, lineGap: 2 });
    },

    /** A section's title. Starts a new page unless the `following` points fit below it. */
    heading(title: string, following: number, note = "") {
      page.reserve(following + 44);
      page.text(title, margin, page.y, { size: 16, bold: true });
      if (note) page.text(note, margin, page.y + 22, { size: 9.5, color: colors.soft });
      page.y += note ? 42 : 30;
    },

    /** Starts a new page if there is less room than that. */
    reserve(height: number) {
      if (page.y + height <= document.page.height - footerHeight) return;
      document.addPage();
      page.y = margin;
    },

    card(x: number, y: number, width: number, height: number, color: string = colors.tint) {
      document.roundedRect(x, y, width, height, 10).fill(color);
    },

    figure(label: string, value: string, x: number, y: number, width: number) {
      page.card(x, y, width, 54);
      page.text(label, x + 12, y + 9, { size: 8.5, color: colors.soft });
      page.text(value, x + 12, y + 24, { size: 15, bold: true });
    },

    picture(
      bytes: Uint8Array | undefined,
      x: number,
      y: number,
      width: number,
      height: number,
      radius: number,
    ) {
      document.save().roundedRect(x, y, width, height, radius).clip();
      document.rect(x, y, width, height).fill(colors.line);
      if (bytes)
        document.image(Buffer.from(bytes), x, y, {
          cover: [width, height],
          align: "center",
          valign: "center",
        });
      document.restore();
    },

    async finish(foot: string): Promise<Uint8Array<ArrayBuffer>> {
      const { start, count } = document.bufferedPageRange();
      for (let number = start; number < start + count; number += 1) {
        document.switchToPage(number);
        const y = document.page.height - 40;
        page.text(foot, margin, y, { size: 8.5, color: colors.soft });
        page.text(`Page ${number + 1} of ${count}`, margin, y, {
          size: 8.5,
          color: colors.soft,
          width,
          align: "right",
        });
      }
      document.end();
      return new Uint8Array(await finished);
    },
  };
  return page;
}
