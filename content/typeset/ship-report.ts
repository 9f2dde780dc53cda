import { copyFile, cp, mkdir, readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const fonts = dirname(createRequire(import.meta.url).resolve("@expo-google-fonts/nunito-sans"));
/** The weights that the report's templates use, and the fonts' licence, which goes with them. */
export const reportFonts = [
  "400Regular/NunitoSans_400Regular.ttf",
  "700Bold/NunitoSans_700Bold.ttf",
  "800ExtraBold/NunitoSans_800ExtraBold.ttf",
  "LICENSE_FONT",
];

/** Puts what the server sets reports with beside it: templates and fonts. */
export async function shipReport(outDir: string): Promise<void> {
  await mkdir(join(outDir, "report"), { recursive: true });
  for (const file of ["report.typ", "plain.typ", "brand.typ"])
    await copyFile(join(import.meta.dirname, file), join(outDir, file));
  const parts = join(import.meta.dirname, "report");
  for (const file of await readdir(parts))
    await copyFile(join(parts, file), join(outDir, "report", file));
  for (const file of reportFonts)
    await cp(join(fonts, file), join(outDir, "fonts", file), { recursive: true });
}
