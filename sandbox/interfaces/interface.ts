import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { parse } from "yaml";

/** A request and its answer, below the address at which the interface begins. */
export interface Exchange {
  method: string;
  /** With its query. */
  path: string;
  headers: Headers;
  body: string;
  answer?: Answer;
}

interface Answer {
  status: number;
  headers: Headers;
  /** Called only where the file says what stands in it. */
  text(): Promise<string>;
}

/** What is wrong with an exchange, in words that contain none of its values. */
export interface Offences {
  request: string[];
  answer: string[];
}

type Schema = Record<string, unknown>;
interface Media {
  schema?: Schema;
  example?: unknown;
}
export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  example?: string;
  schema: Schema;
  /** Slashes may stand in it. */
  "x-any-depth"?: boolean;
}
export interface Operation {
  method: string;
  path: string;
  summary: string;
  /** It changes nothing. */
  isSafe: boolean;
  pattern: RegExp;
  parameters: Parameter[];
  bodies: Record<string, Media>;
  needsBearer: boolean;
  answers: Record<string, { content?: Record<string, Media> }>;
}

const folder = new URL("../../docs/interfaces/", import.meta.url).pathname;

/** The interfaces that a file describes: outside systems by the app's names for them, and `app`, the app's own. */
export const interfaceNames = globSync("*.yaml", { cwd: folder }).map((file) =>
  basename(file, ".yaml"),
);

const ajv = new Ajv2020({ strict: false, validateSchema: false });
ajv.addFormat(
  "date-time",
  (text) => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text)),
);
const compiled = new WeakMap<Schema, ValidateFunction>();
const read = new Map<string, Operation[]>();

/** The operations of an interface, read once. Those with the fewest parameters in their path come first. */
export function operationsOf(name: string): Operation[] {
  let operations = read.get(name);
  if (!operations) {
    operations = readOperations(name);
    read.set(name, operations);
  }
  return operations;
}

/**
 * What is wrong with a request, and with its answer if there is one, by the file of its interface. The answer to a
 * wrong request may be anything.
 */
export async function offencesOf(name: string, exchange: Exchange): Promise<Offences> {
  const [path = "", search = ""] = exchange.path.split(/\?(.*)/s);
  const asked = `${exchange.method} ${name}${path.replace(/[\w-]{40,}(\.[\w-]+)*/g, "…")}`;
  const operation = operationFor(name, exchange.method, path);
  if (!operation)
    return { request: [`${asked}: docs/interfaces/${name}.yaml has no such call`], answer: [] };
  const said = (offences: string[]) => offences.map((offence) => `${asked}: ${offence}`);
  const wrong = requestOffences(operation, exchange, path, new URLSearchParams(search));
  const { answer } = exchange;
  return {
    request: said(wrong),
    answer: said(answer && wrong.length === 0 ? await answerOffences(operation, answer) : []),
  };
}

/** What is wrong with an answer, whatever was asked; nothing where the file has no such call. */
export async function offencesOfAnswer(
  name: string,
  { method, path }: { method: string; path: string },
  answer: Answer,
): Promise<string[]> {
  const operation = operationFor(name, method, path.split("?", 1)[0] ?? "");
  return operation ? answerOffences(operation, answer) : [];
}

/** The operation that a call is of, if the file has it. */
export const operationFor = (name: string, method: string, path: string) =>
  operationsOf(name).find((one) => one.method === method && one.pattern.test(path));

function requestOffences(
  { pattern, parameters, bodies, needsBearer }: Operation,
  { headers, body }: Exchange,
  path: string,
  query: URLSearchParams,
): string[] {
  const inPath: Record<string, string | undefined> = pattern.exec(path)?.groups ?? {};
  const given = (parameter: Parameter) => {
    if (parameter.in === "query") return query.get(parameter.name);
    if (parameter.in === "header") return headers.get(parameter.name);
    const raw = inPath[parameter.name];
    return raw === undefined ? null : decoded(raw);
  };
  const offences = parameters.flatMap((parameter) => {
    const value = given(parameter);
    if (value === null) return parameter.required ? [`no ${parameter.in} ${parameter.name}`] : [];
    return schemaOffences(parameter.schema, value, parameter.name);
  });
  const known = parameters.filter((parameter) => parameter.in === "query").map((one) => one.name);
  for (const name of query.keys())
    if (!known.includes(name)) offences.push(`a query parameter that is not in the file: ${name}`);
  if (needsBearer && !/^Bearer ./.test(headers.get("authorization") ?? ""))
    offences.push("no bearer token");
  return [...offences, ...bodyOffences(bodies, headers, body, "request")];
}

async function answerOffences({ answers }: Operation, answer: Answer): Promise<string[]> {
  const status = String(answer.status);
  const expected = answers[status] ?? answers[`${status[0]}XX`] ?? answers.default;
  if (!expected) return [`the answer has status ${status}, which is not in the file`];
  if (!expected.content) return [];
  const media = mediaFor(expected.content, answer.headers);
  if (media && !media.schema) return [];
  return bodyOffences(expected.content, answer.headers, await answer.text(), `answer ${status}`);
}

function bodyOffences(
  content: Record<string, Media>,
  headers: Headers,
  body: string,
  what: string,
): string[] {
  const isNone = Object.keys(content).length === 0;
  if (isNone) return body === "" ? [] : [`the ${what} has a body, and the file none`];
  const media = mediaFor(content, headers);
  if (!media)
    return [`the ${what} is ${typeOf(headers) || "of no type"}, not ${Object.keys(content)}`];
  if (!media.schema) return [];
  const value = parsedBody(body, typeOf(headers));
  return value === undefined
    ? [`the ${what} is no JSON`]
    : schemaOffences(media.schema, value, what);
}

const typeOf = (headers: Headers) =>
  (headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";

function mediaFor(content: Record<string, Media>, headers: Headers): Media | undefined {
  const type = typeOf(headers);
  return content[type] ?? content[type.replace(/\/.*/, "/*")];
}

function parsedBody(body: string, type: string): unknown {
  if (type === "application/x-www-form-urlencoded")
    return Object.fromEntries(new URLSearchParams(body));
  if (type !== "application/json") return body;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function schemaOffences(schema: Schema, value: unknown, what: string): string[] {
  let validate = compiled.get(schema);
  if (!validate) {
    validate = ajv.compile(schema);
    compiled.set(schema, validate);
  }
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const extra = "additionalProperty" in params ? `: ${params.additionalProperty}` : "";
    return `${what}${instancePath} ${message}${extra}`;
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function readOperations(name: string): Operation[] {
  const id = `${name}.yaml`;
  // Ajv looks references up by the name of the file.
  const document = parse(readFileSync(folder + id, "utf8"), (key, value: unknown) =>
    key === "$ref" && String(value).startsWith("#") ? `${id}${value}` : value,
  );
  ajv.addSchema(document, id);
  // biome-ignore lint/suspicious/noExplicitAny: a file of the repository; the tests say whether it is OpenAPI.
  const follow = (node: any): any => {
    if (typeof node?.$ref !== "string") return node;
    const steps = node.$ref.split("#/")[1].split("/");
    return follow(
      steps.reduce((at: Schema, step: string) => at[step.replaceAll("~1", "/")], document),
    );
  };
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    // biome-ignore lint/suspicious/noExplicitAny: as above
    Object.entries<any>(follow(item)).map(([method, operation]): Operation => {
      const parameters: Parameter[] = (operation.parameters ?? []).map(follow);
      const places = path.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{(\w+)\}/g, (_, place) => {
        const parameter = parameters.find((one) => one.name === place && one.in === "path");
        return `(?<${place}>${parameter?.["x-any-depth"] ? ".+" : "[^/]+"})`;
      });
      return {
        method: method.toUpperCase(),
        path,
        summary: operation.summary,
        isSafe: operation["x-safe"] === true,
        pattern: new RegExp(`^${places}$`),
        parameters,
        bodies: follow(operation.requestBody)?.content ?? {},
        needsBearer: operation.security !== undefined,
        answers: Object.fromEntries(
          Object.entries(operation.responses).map(([status, answer]) => [status, follow(answer)]),
        ),
      };
    }),
  );
  const places = ({ path }: Operation) => path.split("{").length;
  return operations.toSorted((one, other) => places(one) - places(other));
}
