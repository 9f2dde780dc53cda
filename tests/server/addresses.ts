import routes from "../../app/routes.ts";
import { everyCase, few } from "../setup/cases.ts";

/** `/articles/:slug` for every address of the app. */
export const patterns = [...new Set(patternsOf(routes))];

const files = patterns.filter((pattern) => pattern.endsWith(".csv"));
const someFiles = few(files, 6);
/** Those that are tried: of the files, which are alike, a few. */
export const tried = (pattern: string) =>
  everyCase || !files.includes(pattern) || someFiles.includes(pattern);

function patternsOf(table: typeof routes, above = ""): string[] {
  return [...table].flatMap(({ path = "", index, children = [] }) => {
    const own = path ? `${above}/${path}` : above;
    return [...(path || index ? [own || "/"] : []), ...patternsOf(children, own)];
  });
}

/** Values that lead somewhere. */
const samples: Record<string, string> = {
  bundle: "profile-analyzer",
  category: "friends",
  content: "not-a-token",
  email: "nobody@example.com",
  file: "Lesson_n1.pdf",
  product: "pdf-course",
  slug: "secret-admirers",
  state: "received",
  step: "0",
  subSlug: "key-metrics-to-identify-secret-admirers",
  token: "not-a-token",
  "*": "secret-admirers",
};

/** An address of a pattern, one that shows something where that can be told beforehand. */
export function sampleOf(pattern: string): string {
  if (pattern === "/dashboard/news/:slug")
    return "/dashboard/news/how-instagram-ranks-what-people-see";
  return pattern.replace(/:(\w+)|\*/g, (part, name = part) => samples[name] ?? part);
}
