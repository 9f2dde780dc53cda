import { parse, YAMLParseError } from "yaml";
import type { z } from "zod";
import { ContentProblem } from "./problem.ts";

export interface Source<Meta> {
  meta: Meta;
  body: string;
  /** The line of the file on which the body starts, so that messages name the editor's line. */
  bodyLine: number;
}

/** Splits the YAML between the two `---` lines from the Markdown below it, and checks it against the schema. */
export function readFrontMatter<Meta>(
  file: string,
  source: string,
  schema: z.ZodType<Meta>,
): Source<Meta> {
  const match = /^---\n(?<yaml>.*?)\n---\n/s.exec(source.replaceAll("\r\n", "\n"));
  if (!match?.groups) {
    throw new ContentProblem(file, "front matter", "is missing between two --- lines at the top");
  }
  const result = schema.safeParse(parseYaml(file, match.groups.yaml ?? ""));
  if (!result.success) {
    const issue = result.error.issues[0];
    const field = issue?.path.join(".") || "front matter";
    throw new ContentProblem(file, field, issue?.message ?? "does not fit the schema");
  }
  return {
    meta: result.data,
    body: source.replaceAll("\r\n", "\n").slice(match[0].length),
    bodyLine: match[0].split("\n").length,
  };
}

function parseYaml(file: string, yaml: string): unknown {
  try {
    return parse(yaml);
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    throw new ContentProblem(file, "front matter", error.message.split("\n")[0] ?? "is not YAML");
  }
}
