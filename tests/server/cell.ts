import { createFaults, parseFault, type SystemName } from "../../sandbox/faults.ts";
import { freePort } from "../../sandbox/free-port.ts";
import { personByKey, seededProfiles } from "../../sandbox/people.ts";
import type { Person } from "../../sandbox/person.ts";
import { startFirestore } from "../../sandbox/systems/firestore.ts";
import { startMailCatcher } from "../../sandbox/systems/mail.ts";
import { startTcpFront, type TcpFront } from "../../sandbox/tcp-front.ts";
import { type Stack, startServer, stopServer } from "../setup/stack.ts";
import { frontOf } from "./front.ts";

/** Systems that pages wait for, or that must never make one wait. */
export const systems = [
  "identity",
  "subscriptions",
  "billing",
  "functions",
  "firestore",
  "mail",
  "events",
  "pictures",
] as const satisfies readonly SystemName[];
export type System = (typeof systems)[number];

export const faultKinds = [
  "hang",
  "drip",
  "status-500",
  "status-429",
  "reset",
  "malformed",
  "wrong-shape",
  "huge",
  "redirect",
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** The people of a cell, by what they do in it; presses change what they own, so no cell shares any. */
const parts = {
  owner: "Reads every page and owns every file.",
  leaver: "Cancels in the unsubscribe flow.",
  writer: "Answers the survey of the unsubscribe flow.",
  caller: "Cancels through the API.",
  linker: "Cancels by a mailed link.",
  bearer: "Cancels by a mailed link through the API.",
  mailer: "Asks for a cancellation mail.",
  goer: "Logs out.",
  eraser: "Has everything erased.",
  warmer: "Opens pages before anything breaks.",
  shopper: "Buys the course.",
  lost: "Has forgotten the password.",
  buyer: "Bought, has no account yet.",
  joiner: "Bought, and chooses a password.",
  waiter: "Bought, and waits for the activation mail.",
} as const;
export type Part = keyof typeof parts;

const withoutAccount: readonly Part[] = ["buyer", "joiner", "waiter"];

const ownedPlans = ["ig_boost_engagement_otp", "ig_pdf_report_otp", "ig_ultimate_pack_otp"];

export const partOf = (cell: number, part: Part): Person => {
  const key = `${part}${cell}`;
  const account = withoutAccount.includes(part) ? "none" : "enabled";
  const plans = ["ig_weekly_trial", ...(part === "owner" ? ownedPlans : [])];
  return {
    ...personByKey("rich"),
    key,
    about: parts[part],
    email: `${key}@example.com`,
    password: `${key}-pass`,
    uid: `uid-${key}`,
    account,
    subscriptions: plans.map((planCode, index) => ({
      // Half of them speak each of billing's dialects.
      id: cell % 2 === 0 ? `sub-${key}-${index}` : `${key}x${index}`,
      planCode,
      status: "active",
      mainPlan: index === 0,
      startedAgo: 40 * 86_400_000,
      unlinked: account === "none",
    })),
    profile: part === "owner" || part === "warmer" ? "rich" : "small",
    breaches: part === "owner" ? personByKey("leaked").breaches : [],
  };
};

export const castOf = (cell: number): Person[] =>
  (Object.keys(parts) as Part[]).map((part) => partOf(cell, part));

export interface Cell {
  number: number;
  origin: string;
  output: () => string;
  isRunning: () => boolean;
  breakSystem(): void;
  mend(): void;
  stop(): Promise<void>;
}

/**
 * A server of its own whose outside systems can each be broken without touching another cell's: all of them
 * share one sandbox behind fronts.
 */
export async function startCell(
  { sandbox }: Stack,
  number: number,
  system: System,
  kind: FaultKind,
): Promise<Cell> {
  const faults = createFaults();
  const fault = parseFault(kind);
  if (!fault) throw new Error(`there is no fault ${kind}`);

  const services = await frontOf(sandbox.url, faults, "localhost");
  const identity = await frontOf(
    `http://${sandbox.env.FIREBASE_AUTH_EMULATOR_HOST}`,
    faults,
    "127.0.0.1",
    "identity",
  );
  const [firestore, mail] = await Promise.all([
    startFirestore(sandbox.env.FIREBASE_PROJECT_ID ?? "", { faults }),
    startMailCatcher(sandbox.world, faults),
  ]);
  const fronts: TcpFront[] = await Promise.all([
    startTcpFront("firestore", faults, firestore.port, 0),
    startTcpFront("mail", faults, mail.port, 0),
  ]);
  const seed = () => {
    const images = `${services.origin}/pictures`;
    for (const [uid, profile] of seededProfiles(castOf(number), images, new Date()))
      firestore.write(`profiles/${uid}`, profile);
  };
  seed();

  const port = await freePort();
  const { FIREBASE_AUTH_EMULATOR_HOST: _, ...rest } = sandbox.env;
  const env = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [
      name,
      value.replaceAll(sandbox.url, services.origin),
    ]),
  );
  const { server, output } = await startServer({
    ...env,
    PORT: String(port),
    APP_ORIGIN: `http://localhost:${port}`,
    TRUST_PROXY: "1",
    FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${identity.port}`,
    FIRESTORE_EMULATOR_HOST: `127.0.0.1:${fronts[0]?.port}`,
    SMTP_URL: `smtp://127.0.0.1:${fronts[1]?.port}`,
  });
  // Firestore's client checks shapes below its own protocol: what can be wrong is what a document says.
  const documents = system === "firestore" && kind === "wrong-shape";
  return {
    number,
    origin: `http://localhost:${port}`,
    output,
    isRunning: () => server.exitCode === null && server.signalCode === null,
    breakSystem() {
      if (!documents) return faults.set(system, fault);
      for (const { uid } of castOf(number))
        firestore.write(`profiles/${uid}`, { _insights: "completed", topPosts: [1, 2] });
    },
    mend() {
      if (documents) seed();
      else faults.clear();
    },
    async stop() {
      faults.clear();
      await stopServer(server);
      await Promise.all([services.close(), identity.close(), ...fronts.map((one) => one.close())]);
      await Promise.all([firestore.stop(), mail.stop()]);
    },
  };
}
