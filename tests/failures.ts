import { relative } from "node:path";

/** The parts of vitest's and Playwright's JSON reports that name what failed. */
export interface Report {
  numPassedTests?: number;
  numFailedTests?: number;
  testResults?: VitestFile[];
  stats?: { expected?: number; unexpected?: number };
  suites?: PlaywrightSuite[];
  errors?: PlaywrightError[];
}

interface VitestFile {
  name: string;
  status: string;
  message?: string;
  assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[];
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs?: { title: string; file: string; tests: PlaywrightTest[] }[];
}

interface PlaywrightTest {
  projectName: string;
  status: string;
  results: { errors?: PlaywrightError[] }[];
}

interface PlaywrightError {
  message?: string;
}

/** 'file › test' of each failed test with the first line of its error; of files that failed to load, the file. */
export const failuresOf = ({ testResults = [], suites = [], errors = [] }: Report): string[] => [
  ...testResults.flatMap(failuresOfFile),
  ...suites.flatMap((suite) => failuresOfSuite(suite, [])),
  ...errors.map(({ message }) => described(["journeys"], message)),
];

function failuresOfFile({ name, status, message, assertionResults }: VitestFile): string[] {
  const file = relative(process.cwd(), name);
  const failed = assertionResults.filter((test) => test.status === "failed");
  if (failed.length > 0)
    return failed.map((test) => described([file, test.fullName], test.failureMessages?.[0]));
  return status === "failed" ? [described([file], message)] : [];
}

function failuresOfSuite({ title, suites = [], specs = [] }: PlaywrightSuite, above: string[]) {
  const path = [...above, title];
  const failures: string[] = specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === "unexpected")
      .map(({ projectName, results }) =>
        described(
          [...path, `${spec.title} (${projectName})`],
          results.flatMap((result) => result.errors ?? [])[0]?.message,
        ),
      ),
  );
  return [...failures, ...suites.flatMap((suite): string[] => failuresOfSuite(suite, path))];
}

const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");

function described(path: string[], error = ""): string {
  const [line = ""] = error.replaceAll(colours, "").trim().split("\n", 1);
  return `failed: ${path.join(" › ")}: ${line.slice(0, 300)}`;
}
