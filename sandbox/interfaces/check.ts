import { SignJWT } from "jose";
import {
  type Exchange,
  type Operation,
  offencesOf,
  operationsOf,
  type Parameter,
} from "./interface.ts";

export interface CheckOptions {
  /** Also asks what changes something. */
  writes: boolean;
  /** Values of parameters by name, where the file has no example or another is wanted; `bearer` is the token of calls that need one. */
  values: Readonly<Record<string, string>>;
  /** Milliseconds for each answer. */
  patience?: number;
}

/** What became of one call of an interface. */
export interface Checked {
  call: string;
  /** `left-out`: not asked, and why. */
  outcome: "right" | "wrong" | "left-out";
  /** What is wrong or missing, in words that contain no values. */
  reasons: string[];
}

/** Asks a system that somebody else wrote each call of its interface, with the examples of the file, and holds the answers against it. */
export async function checkInterface(
  name: string,
  address: string,
  options: CheckOptions,
): Promise<Checked[]> {
  const checked: Checked[] = [];
  for (const operation of operationsOf(name))
    checked.push(await check(name, address.replace(/\/+$/, ""), operation, options));
  return checked;
}

async function check(
  name: string,
  address: string,
  operation: Operation,
  { writes, values: given, patience = 10_000 }: CheckOptions,
): Promise<Checked> {
  const call = `${operation.method} ${operation.path}`;
  const leftOut = (reason: string): Checked => ({ call, outcome: "left-out", reasons: [reason] });
  if (!operation.isSafe && !writes) return leftOut("it changes something; --write asks it");
  const values = { ...given, ...(await tokenFor(name, given)) };
  const missing = missingValues(operation, values);
  if (missing.length > 0)
    return leftOut(`needs ${missing.map((one) => `--set ${one}=…`).join(" ")}`);
  const request = requestOf(operation, values);
  const first = await ask(address, request, patience);
  if (typeof first === "string") return { call, outcome: "wrong", reasons: [first] };
  const reasons = await offences(name, request, first);
  if ([401, 403].includes(first.status) && usesGiven(operation, values))
    reasons.push(`it refused what --set gave: status ${first.status}`);
  // The same key is the same order, carried out once and answered alike.
  if (request.headers.has("idempotency-key")) {
    const again = await ask(address, request, patience);
    if (typeof again === "string") reasons.push(again);
    else if (again.status !== first.status || again.body !== first.body)
      reasons.push("the same idempotency key got another answer");
  }
  return { call, outcome: reasons.length > 0 ? "wrong" : "right", reasons };
}

/** The subscription service is asked by a token that the app signs anew for each call. */
async function tokenFor(name: string, values: CheckOptions["values"]): Promise<object> {
  const { secret, token } = values;
  if (name !== "subscriptions" || token !== undefined || secret === undefined) return {};
  const now = Math.floor(Date.now() / 1_000);
  const signed = await new SignJWT({ email: values.email ?? "check@example.com" })
    .setProtectedHeader({ alg: "HS256" })
    .setAudience("subscriptions")
    .setIssuedAt(now)
    .setExpirationTime(now + 60)
    .sign(new TextEncoder().encode(secret));
  return { token: signed };
}

/** What may be given to an interface's calls by name. */
export function settableNames(name: string): string[] {
  const operations = operationsOf(name);
  const names = operations.flatMap(({ parameters, bodies, needsBearer }) => [
    ...parameters.map((one) => one.name),
    ...(needsBearer ? ["bearer"] : []),
    ...(Object.keys(bodies).length > 0 ? ["body"] : []),
  ]);
  return [...new Set(name === "subscriptions" ? [...names, "secret", "email"] : names)];
}

/** Whether a call is asked with anything that is not the file's own example. */
const usesGiven = (
  { parameters, needsBearer, bodies }: Operation,
  values: CheckOptions["values"],
): boolean =>
  needsBearer ||
  parameters.some(({ name }) => values[name] !== undefined) ||
  (Object.keys(bodies).length > 0 && values.body !== undefined);

const parameterValue = ({ name, example }: Parameter, values: CheckOptions["values"]) =>
  values[name] ?? example;

function missingValues(operation: Operation, values: CheckOptions["values"]): string[] {
  const { parameters, bodies, needsBearer, path } = operation;
  const missing = parameters
    .filter((one) => one.required && parameterValue(one, values) === undefined)
    .map((one) => (path.startsWith("/rec/subscriptions/") ? "secret" : one.name));
  if (needsBearer && values.bearer === undefined) missing.push("bearer");
  if (Object.keys(bodies).length > 0 && bodyOf(operation, values) === undefined)
    missing.push("body");
  return missing;
}

/** The body that is sent, and its type. */
function bodyOf(
  { bodies }: Operation,
  values: CheckOptions["values"],
): { type: string; text: string } | undefined {
  const [type, media] = Object.entries(bodies)[0] ?? [];
  if (type === undefined) return undefined;
  if (values.body !== undefined) return { type, text: values.body };
  if (media?.schema === undefined) return { type, text: "" };
  if (media.example === undefined) return undefined;
  if (typeof media.example === "string") return { type, text: media.example };
  const isForm = type === "application/x-www-form-urlencoded";
  const text = isForm
    ? String(new URLSearchParams(media.example as Record<string, string>))
    : JSON.stringify(media.example);
  return { type, text };
}

function requestOf(operation: Operation, values: CheckOptions["values"]): Exchange {
  const headers = new Headers();
  const query = new URLSearchParams();
  let { path } = operation;
  for (const parameter of operation.parameters) {
    const value = parameterValue(parameter, values);
    if (value === undefined) continue;
    if (parameter.in === "query") query.set(parameter.name, value);
    else if (parameter.in === "header") headers.set(parameter.name, value);
    else
      path = path.replace(`{${parameter.name}}`, encodeURIComponent(value).replaceAll("%2F", "/"));
  }
  if (operation.needsBearer) headers.set("authorization", `Bearer ${values.bearer}`);
  const body = bodyOf(operation, values);
  if (body) headers.set("content-type", body.type);
  const search = query.size > 0 ? `?${query}` : "";
  return { method: operation.method, path: path + search, headers, body: body?.text ?? "" };
}

interface Answered {
  status: number;
  headers: Headers;
  body: string;
}

/** @returns why there is no answer, if there is none */
async function ask(
  address: string,
  { method, path, headers, body }: Exchange,
  patience: number,
): Promise<Answered | string> {
  try {
    const answer = await fetch(address + path, {
      method,
      headers,
      ...(body !== "" && { body }),
      redirect: "manual",
      signal: AbortSignal.timeout(patience),
    });
    return { status: answer.status, headers: answer.headers, body: await answer.text() };
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === "TimeoutError";
    return isLate ? `no answer within ${patience / 1_000} s` : "it cannot be reached";
  }
}

async function offences(
  name: string,
  request: Exchange,
  { status, headers, body }: Answered,
): Promise<string[]> {
  const answer = { status, headers, text: async () => body };
  const found = await offencesOf(name, { ...request, answer });
  return [...found.request, ...found.answer];
}
