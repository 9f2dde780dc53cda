import { copyFile, cp, mkdir, readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const nunito = createRequire(import.meta.url).resolve("@expo-google-fonts/nunito-sans");
const vazirmatn = createRequire(import.meta.url).resolve("@expo-google-fonts/vazirmatn");
const packages = { "nunito-sans": nunito, vazirmatn };
/** By package: the weights that the report's templates use, and the fonts' licence, which goes with them. */
const reportFonts: Record<keyof typeof packages, readonly string[]> = {
  "nunito-sans": [
    "400Regular/NunitoSans_400Regular.ttf",
    "700Bold/NunitoSans_700Bold.ttf",
    "800ExtraBold/NunitoSans_800ExtraBold.ttf",
    "LICENSE_FONT",
  ],
  vazirmatn: [
    "400Regular/Vazirmatn_400Regular.ttf",
    "700Bold/Vazirmatn_700Bold.ttf",
    "800ExtraBold/Vazirmatn_800ExtraBold.ttf",
    "LICENSE_FONT",
  ],
};

/** Puts what the server sets reports with beside it: templates and fonts. */
export async function shipReport(outDir: string): Promise<void> {
  await mkdir(join(outDir, "report"), { recursive: true });
  for (const file of ["report.typ", "plain.typ", "brand.typ"])
    await copyFile(join(import.meta.dirname, file), join(outDir, file));
  const parts = join(import.meta.dirname, "report");
  for (const file of await readdir(parts))
    await copyFile(join(parts, file), join(outDir, "report", file));
  for (const name of ["nunito-sans", "vazirmatn"] as const)
    for (const file of reportFonts[name])
      await cp(join(dirname(packages[name]), file), join(outDir, "fonts", name, file), {
        recursive: true,
      });
}
