/** Points; a page is as wide as the phones that most subscribers read on, so that it fills the screen unzoomed. */
export const page = { width: 420, height: 595, left: 36, right: 36, top: 56, bottom: 46 };
export const columnWidth = page.width - page.left - page.right;

export const colors = {
  blue: "#256BFD",
  blueDeep: "#1A4FC4",
  bluePale: "#5E92FF",
  green: "#56AC14",
  red: "#FF435A",
  ink: "#1B2334",
  muted: "#5A6478",
  rule: "#DCE3F0",
  tint: "#EEF4FF",
  zebra: "#F6F8FC",
  white: "#FFFFFF",
};

export const brandName = "Profile Analyzer";
export const language = "en-US";

export interface TextSize {
  size: number;
  leading: number;
}

export const text = {
  chapter: { size: 20, leading: 25 },
  section: { size: 14, leading: 19 },
  body: { size: 11, leading: 16.5 },
  table: { size: 9.5, leading: 13.5 },
  small: { size: 8.5, leading: 11 },
} satisfies Record<string, TextSize>;

export type Face = "regular" | "italic" | "bold" | "boldItalic" | "heavy";

export const fontFiles: Record<Face, string> = {
  regular: "nunito-sans-latin-400-normal.woff",
  italic: "nunito-sans-latin-400-italic.woff",
  bold: "nunito-sans-latin-700-normal.woff",
  boldItalic: "nunito-sans-latin-700-italic.woff",
  heavy: "nunito-sans-latin-800-normal.woff",
};
