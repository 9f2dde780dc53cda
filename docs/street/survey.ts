import { globSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { features, folderOf, platform } from "../../app/street.ts";

/** The gate: `app/*.ts`, which stands behind all concerns. */
export const gate = "gate";

/** The concern that a file belongs to. */
export function concernOf(file: string): string {
  const found = [...platform, ...features].find((concern) => file.startsWith(folderOf(concern)));
  return found?.name ?? gate;
}

export interface SurveyedFunction {
  name: string;
  file: string;
  line: number;
  lines: number;
}

export interface SurveyedFile {
  file: string;
  concern: string;
  lines: number;
  /** Lines that are comment and nothing else. */
  commentLines: number;
  /** What it declares and exports, types too. A re-export is the name of another file. */
  exportedNames: string[];
  functions: SurveyedFunction[];
}

/** Every module of the app, as TypeScript's own parser sees it. */
export function surveyApp(): SurveyedFile[] {
  return appFiles().map((file) => surveyFile(file, readFileSync(file, "utf8")));
}

const appFiles = (): string[] =>
  globSync("app/**/*.{ts,tsx}")
    .filter((file) => !file.endsWith(".d.ts"))
    .sort();

export function surveyFile(file: string, text: string): SurveyedFile {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  return {
    file,
    concern: concernOf(file),
    lines: text.split("\n").length - (text.endsWith("\n") ? 1 : 0),
    commentLines: text.split("\n").filter((line) => /^\s*(\/\/|\/\*|\*(\s|\/|$))/.test(line))
      .length,
    exportedNames: source.statements.flatMap(exportedBy),
    functions: functionsOf(source),
  };
}

function exportedBy(statement: ts.Statement): string[] {
  if (ts.isExportDeclaration(statement)) {
    const { exportClause, moduleSpecifier } = statement;
    if (moduleSpecifier || !exportClause || !ts.isNamedExports(exportClause)) return [];
    return exportClause.elements.map(({ name }) => name.text);
  }
  if (ts.isExportAssignment(statement)) return ["default"];
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  const has = (kind: ts.SyntaxKind) => modifiers.some((modifier) => modifier.kind === kind);
  if (!has(ts.SyntaxKind.ExportKeyword)) return [];
  if (has(ts.SyntaxKind.DefaultKeyword)) return ["default"];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name));
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement);
  return isNamed && statement.name ? [statement.name.text] : [];
}

const boundNames = (name: ts.BindingName): string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) =>
        ts.isOmittedExpression(element) ? [] : boundNames(element.name),
      );

function functionsOf(source: ts.SourceFile): SurveyedFunction[] {
  const found: SurveyedFunction[] = [];
  const visit = (node: ts.Node): void => {
    const name = functionName(node);
    if (name !== undefined) {
      const first = source.getLineAndCharacterOfPosition(node.getStart(source)).line;
      const last = source.getLineAndCharacterOfPosition(node.end).line;
      found.push({ name, file: source.fileName, line: first + 1, lines: last - first + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** @returns undefined where the node is no function, or one without a name */
function functionName(node: ts.Node): string | undefined {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) return node.name?.getText();
  if (ts.isConstructorDeclaration(node)) return "constructor";
  const isExpression = ts.isArrowFunction(node) || ts.isFunctionExpression(node);
  if (!isExpression || !ts.isVariableDeclaration(node.parent)) return undefined;
  return node.parent.name.getText();
}

/** Names that Remix looks for in every route module. */
const namesOfRouteModules: readonly string[] = [
  "default",
  "loader",
  "action",
  "meta",
  "handle",
  "headers",
  "links",
  "shouldRevalidate",
  "ErrorBoundary",
];

/** Exported names that stand in more than one file, each with its files. */
export function namesThatStandTwice(files: readonly SurveyedFile[]): Map<string, string[]> {
  const filesByName = new Map<string, string[]>();
  for (const { file, exportedNames } of files)
    for (const name of new Set(exportedNames))
      if (!namesOfRouteModules.includes(name))
        filesByName.set(name, [...(filesByName.get(name) ?? []), file]);
  return new Map([...filesByName].filter(([, places]) => places.length > 1).sort());
}

/** Which everybody reads. */
const environment = "app/env.server.ts";

/** Imports from one concern to another, types too; but for those of the environment. */
export interface Arrow {
  from: string;
  to: string;
  imports: number;
}

/** By what the files import, as dependency-cruiser counts it by the configuration that lint holds. */
export function measureArrows(): Arrow[] {
  const arrows = new Map<string, Arrow>();
  for (const source of appFiles())
    for (const resolved of importedBy(source)) {
      if (resolved === environment) continue;
      const [from, to] = [concernOf(source), concernOf(resolved)];
      if (from === to) continue;
      const arrow = arrows.get(`${from} ${to}`) ?? { from, to, imports: 0 };
      arrow.imports += 1;
      arrows.set(`${from} ${to}`, arrow);
    }
  return [...arrows.values()];
}

/** The files of the app that a file imports, each once. */
function importedBy(file: string): Set<string> {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, "utf8"));
  const found = new Set<string>();
  for (const { fileName } of importedFiles) {
    if (!/^(~\/|\.)/.test(fileName)) continue;
    // A bundler's wish may follow: `?worker&url`.
    const name = fileName.replace(/\?.*/, "");
    const path = name.startsWith("~/") ? `app/${name.slice(2)}` : join(dirname(file), name);
    const resolved = ["", ".ts", ".tsx", "/index.ts", "/index.tsx"]
      .map((end) => path + end)
      .find((one) => statSync(one, { throwIfNoEntry: false })?.isFile());
    if (resolved === undefined) throw new Error(`${file} imports ${fileName}, which is nowhere`);
    if (resolved.startsWith("app/")) found.add(resolved);
  }
  return found;
}
