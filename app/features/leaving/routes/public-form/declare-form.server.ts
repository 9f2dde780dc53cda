import laws from "content:law";
import { data, redirect } from "@remix-run/node";
import { env } from "~/env.server";
import type { DeclarationKind } from "~/features/leaving/rules/declaration";
import { lawOf, placeCode } from "~/features/leaving/rules/law";
import { mayGoThrough } from "~/features/leaving/rules/link-words";
import {
  type PublicDeclaration,
  quote,
  readWishedDay,
  wrongDay,
} from "~/features/leaving/rules/public-declaration";
import { takePublicDeclaration } from "~/features/leaving/services/declaration-limits.server";
import { obligationsOn, zoneOfPlace } from "~/features/leaving/services/obligations.server";
import { declarePublicly } from "~/features/leaving/services/outbox/declaration-form.server";
import { declaredRows, wordsIn } from "~/features/leaving/services/public-words.server";
import { fieldText, readForm } from "~/platform/http/forms/parse-form.server";
import { languageAskedIn } from "~/platform/languages/languages.server";
import { NothingWritten } from "~/platform/outbox/store/transaction.server";
import { orElse } from "~/platform/upstream/upstream.server";
import { addresses, queryOf } from "~/platform/values/addresses";
import { clientNetwork } from "~/platform/values/client-network";
import { isOneAddress } from "~/platform/values/mail-address";
import { say, sayText } from "~/platform/values/say";
import { isEmail, wrongEmail } from "~/platform/values/validation";
import { retryAfter, waitInWords } from "~/platform/values/waiting";

/** The form as it is shown first, and again. */
export interface DeclarePage {
  typed: Typed;
  /** The place whose words it shows; "": none. */
  shown: string;
  words: ReturnType<typeof wordsIn>;
}

export interface DeclareAnswer extends DeclarePage {
  errors: Partial<Typed>;
  /** Why the form as a whole was not taken. */
  message: string | null;
  /** Rows of the summary, where the next press is the one that counts. */
  summary: [label: string, value: string][] | null;
}

const emptyForm = {
  email: "",
  name: "",
  contract: "",
  kind: "ordinary",
  when: "soonest",
  date: "",
  place: "",
  reason: "",
};
/** What was typed, to fill the form again. */
type Typed = typeof emptyForm;
const names = Object.keys(emptyForm) as (keyof Typed)[];

/** The form of `/cancel` or `/withdraw`. A link may say for which place. */
export function emptyPage(kind: DeclarationKind, request: Request): DeclarePage {
  const asked = queryOf(request).get("place") ?? "";
  // The place of the law file that applies, as in the choices of the form: `EU` for Italy.
  const place = (asked !== "" && lawOf(laws, asked)?.place) || null;
  return { ...pageOf(kind, place), typed: { ...emptyForm, place: place ?? "" } };
}

const pageOf = (kind: DeclarationKind, place: string | null) => ({
  shown: place ?? "",
  words: wordsIn(kind, place, Date.now()),
});

function knownPlace(text: string): string | null {
  const place = placeCode(text);
  return place !== undefined && lawOf(laws, place) ? place : null;
}

/** Takes the form of `/cancel` or `/withdraw`. The answer is the same for every address (docs/product.md#in-public). */
export async function takeDeclaration(
  kind: DeclarationKind,
  request: Request,
  clientAddress: string,
) {
  const form = await readForm(request);
  const typed = readTyped(form);
  const shownFor = knownPlace(fieldText(form, "shown", 10));
  const refuse = (status: number, more: Partial<DeclareAnswer>, headers = {}) =>
    data<DeclareAnswer>(
      {
        ...pageOf(kind, knownPlace(typed.place)),
        typed,
        errors: {},
        message: null,
        summary: null,
        ...more,
      },
      { status, headers },
    );
  const press = fieldText(form, "press", 20);
  if (press === "change") return refuse(200, {});
  const read = readDeclaration(kind, typed, Date.now());
  if ("errors" in read) return refuse(422, { errors: read.errors });
  const hasSummary = kind === "withdraw" || obligationsOn(read.declared.place, Date.now()).summary;
  if (hasSummary && press !== "confirm")
    return refuse(200, { summary: declaredRows(read.declared), shown: shownFor ?? "" });
  const network = clientNetwork(clientAddress);
  const { wait, giveBack } = await takePublicDeclaration(network, read.declared.email);
  if (wait !== undefined) {
    const message = say`Too many declarations came from your network. Please try again in ${waitInWords(wait)}, or write to ${env.SUPPORT_EMAIL}.`;
    return refuse(429, { message }, retryAfter(wait));
  }
  const kept = await orElse(
    declarePublicly(read.declared, { hasSummary, shownFor }).then(() => "kept" as const),
    (failure) => (failure instanceof NothingWritten ? "not kept" : "unknown"),
  );
  if (kept === "kept")
    return redirect(kind === "cancel" ? addresses.cancelReceived : addresses.withdrawReceived, 303);
  if (kept === "unknown") return refuse(503, { message: mayGoThrough(env.SUPPORT_EMAIL) });
  await giveBack();
  const message = say`We could not keep your declaration, and nothing was sent. Please try again in a moment, or write to ${env.SUPPORT_EMAIL}: an email counts, too.`;
  return refuse(503, { message });
}

function readTyped(form: FormData): Typed {
  const typed = { ...emptyForm };
  for (const name of names) typed[name] = fieldText(form, name).trim() || emptyForm[name];
  // Who posts a day and does not say when means that day.
  if (typed.date !== "" && !form.has("when")) typed.when = "date";
  return typed;
}

function readDeclaration(
  kind: DeclarationKind,
  typed: Typed,
  now: number,
): { declared: PublicDeclaration } | { errors: DeclareAnswer["errors"] } {
  const errors: DeclareAnswer["errors"] = {};
  // The operator's letters quote the address, so it must not contain anything that could be read as a link.
  if (!isEmail(typed.email) || !isOneAddress(typed.email)) errors.email = sayText(wrongEmail);
  const place = knownPlace(typed.place);
  const zone = zoneOfPlace(place) ?? "UTC";
  const wishesDay = kind === "cancel" && typed.when === "date";
  const wished = wishesDay
    ? readWishedDay(typed.date, zone, now)
    : { wishedStartsAt: null, wishedAt: null };
  if (!wished) errors.date = sayText(wrongDay);
  if (!["ordinary", "extraordinary"].includes(typed.kind)) errors.kind = say`Choose a kind`;
  if (!["soonest", "date"].includes(typed.when)) errors.when = say`Choose when`;
  if (kind === "cancel" && typed.when === "soonest" && typed.date !== "")
    errors.when = say`You have entered a day, too: choose one of both`;
  if (!wished || Object.keys(errors).length > 0) return { errors };
  const type = kind === "cancel" && typed.kind === "extraordinary" ? "extraordinary" : "ordinary";
  return {
    declared: {
      kind,
      email: typed.email,
      name: quote(typed.name),
      contract: quote(typed.contract),
      type,
      reason: type === "extraordinary" ? quote(typed.reason) : "",
      wishedDay: wishesDay ? typed.date : null,
      ...wished,
      place,
      declaredAt: now,
      ...languageAskedIn(),
    },
  };
}
