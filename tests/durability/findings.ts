import type { Sandbox } from "../../sandbox/serve.ts";
import { subscriptionOf, type Wish } from "./wishes.ts";

/** The letter that a wish ends with; billing itself writes about a purchase. */
const lastLetters = {
  cancellation: "Your membership has been canceled",
  declaration: "Your membership has been canceled",
  withdrawal: "Your membership has been canceled",
  purchase: undefined,
  erasure: "Your data has been erased",
  "sign-in link": "Your sign-in link for Profile Analyzer",
  "access letter": "You were signed out everywhere",
} as const;

/** What was wished for is a letter, or the change was made before the answer: the letter is what may be lost. */
const isLetter = ({ way: { kind } }: Wish) => kind === "sign-in link" || kind === "access letter";
const firstLetters: readonly string[] = [
  "We have your cancellation",
  "We have your request to erase your data",
];

/** Under which keys billing was asked, by whose email: one wish has one key. */
export type Keys = Map<string, Set<string>>;

/** To be called before the sandbox forgets its older calls. */
export function noteKeys({ world }: Sandbox, keys: Keys): void {
  for (const { system, headers, body } of world.calls) {
    const [, email] = /"email":"([^"]+)"/.exec(body) ?? [];
    if (system !== "billing" || !email) continue;
    keys.set(email, (keys.get(email) ?? new Set()).add(headers["idempotency-key"] ?? "none"));
  }
}

/** Whether what was wished for has happened, its letters included. */
export const isFulfilled = (sandbox: Sandbox, wish: Wish) =>
  hasHappened(sandbox, wish) &&
  hasLastLetter(sandbox, wish) &&
  missingPapers(sandbox, wish).length === 0;

/** A declaration has a receipt, and the operator is told of the money of a withdrawal: each under one Message-ID. */
function missingPapers(sandbox: Sandbox, wish: Wish): string[] {
  const { kind } = wish.way;
  if (kind !== "declaration" && kind !== "withdrawal") return [];
  const about = subscriptionOf(wish);
  const receipts = lettersTo(sandbox, wish).filter(({ subject }) =>
    subject.startsWith("We have your "),
  );
  const toOperator = sandbox.world.mails.filter(
    ({ subject, text }) =>
      subject === "A withdrawal: money is due" && text.includes(`Subscription: ${about}\n`),
  );
  const asked: [string, { headers: Record<string, string> }[]][] = [
    ["receipt", receipts],
    ...(kind === "withdrawal" ? [["word to the operator", toOperator] as [string, []]] : []),
  ];
  return asked.flatMap(([name, mails]) => {
    const { size } = new Set(mails.map(({ headers }) => headers["message-id"]));
    return size === 1 ? [] : [`${size} times a ${name}`];
  });
}

export function hasHappened(sandbox: Sandbox, wish: Wish): boolean {
  if (isLetter(wish)) return hasLastLetter(sandbox, wish);
  return wish.way.kind === "erasure"
    ? leftOf(sandbox, wish).length === 0
    : effectsOn(sandbox, wish) > 0;
}

function hasLastLetter(sandbox: Sandbox, wish: Wish): boolean {
  const last = lastLetters[wish.way.kind];
  return !last || lettersTo(sandbox, wish).some(({ subject }) => subject === last);
}

const effectsOn = ({ world }: Sandbox, { person, way }: Wish) =>
  world.effectsOf(way.kind === "purchase" ? "create" : "cancel").filter(
    // By a link billing is told the subscription alone; both say whose it is.
    ({ payload }) => payload.email === person.email,
  ).length;

/** What the app still keeps of somebody who wished to be erased. */
function leftOf({ firestore }: Sandbox, { person: { uid } }: Wish): string[] {
  const named = [
    "unsubscribeAnswers",
    "subscribers",
    "signIns",
    "connections",
    "analyses",
    "profiles",
  ];
  const owned = ["connectionPieces", "analysisLists"];
  return [
    ...named.filter((name) => firestore.read(`${name}/${uid}`)),
    ...owned.filter((name) =>
      Object.values(firestore.readAll(name)).some((fields) => fields.uid === uid),
    ),
  ];
}

const lettersTo = ({ world }: Sandbox, { person }: Wish) =>
  world.mails.filter(({ to }) => to.includes(person.email));

/** A letter under one Message-ID in one mailbox counts once there: its program or server shows it once. */
export function repeatedLetters({ world }: Sandbox): number {
  const ids = world.mails.map(({ headers }) => headers["message-id"]);
  return ids.length - new Set(ids).size;
}

/** What must not be: a line for each. */
export function faultsOf(sandbox: Sandbox, wish: Wish, keys: Keys): string[] {
  const { way, said } = wish;
  const faults: string[] = [];
  const happened = hasHappened(sandbox, wish);
  if (said && !happened) {
    const left = way.kind === "erasure" ? `, left: ${leftOf(sandbox, wish).join(", ")}` : "";
    faults.push(`lost (was told: ${said}${left})`);
  }
  if (said && happened && !hasLastLetter(sandbox, wish)) faults.push("its letter is lost");
  if (way.kind !== "erasure" && !isLetter(wish)) {
    const effects = effectsOn(sandbox, wish);
    if (effects > 1) faults.push(`happened ${effects} times`);
    const { size = 0 } = keys.get(wish.person.email) ?? {};
    if (size > 1) faults.push(`billing was asked under ${size} keys`);
  }
  if (said) faults.push(...missingPapers(sandbox, wish));
  const letters = lettersTo(sandbox, wish);
  for (const subject of new Set(letters.map((letter) => letter.subject))) {
    const same = letters.filter((letter) => letter.subject === subject);
    const ids = new Set(same.map(({ headers }) => headers["message-id"]));
    if (ids.size > 1) faults.push(`'${subject}' came under ${ids.size} Message-IDs`);
  }
  const last = letters.findIndex(({ subject }) => subject === lastLetters[way.kind]);
  // The receipt of a declaration says what was declared, also where the mail server was away until it was carried out.
  const hasReceipt = way.kind === "declaration" || way.kind === "withdrawal";
  if (
    !hasReceipt &&
    last >= 0 &&
    letters.slice(last).some(({ subject }) => firstLetters.includes(subject))
  )
    faults.push("'not yet' came after 'done'");
  return faults.map((fault) => `${way.kind} of ${subscriptionOf(wish)} by ${way.name}: ${fault}`);
}
