import type { BrandKey } from "./brands.ts";
import type { SystemName } from "./faults.ts";
import { createInstagram, type Instagram } from "./instagram/instagram.ts";
import type { Offences } from "./interfaces/interface.ts";
import { people, seededProfiles } from "./people.ts";
import {
  type Breach,
  bundleId,
  type Person,
  type SubscriptionStatus,
  type TermPrice,
} from "./person.ts";

export interface Subscription {
  id: string;
  bundle: string;
  planCode: string;
  status: SubscriptionStatus;
  mainPlan: boolean;
  startedAt: Date;
  emails: string[];
  uid: string | null;
  /** What the service may leave out. */
  country?: string | undefined;
  renewsAt?: Date | undefined;
  endsAt?: Date | undefined;
  price?: TermPrice | undefined;
  earlyStart?: boolean;
}

export interface Account {
  uid: string;
  email: string;
  /** Empty where the account has none. */
  password: string;
  disabled: boolean;
  /** Nobody has shown yet that the address is theirs. */
  isUnproven?: boolean;
  /** Google's id of the person whose Google account is linked. */
  googleSubject?: string;
  createdAt: number;
  validSince: number;
  /** Without one, the password is that of the account's creation. */
  passwordUpdatedAt?: number;
}

/** An effect in billing. A repeated Idempotency-Key adds to `repeats`, not to the list. */
export interface BillingEffect {
  operation: "create" | "finalize" | "cancel";
  brand: BrandKey;
  dialect: "subs" | "rec";
  key: string;
  payload: Record<string, unknown>;
  at: Date;
  repeats: number;
}

export interface Mail {
  id: number;
  at: Date;
  from: string;
  to: string[];
  subject: string;
  headers: Record<string, string>;
  text: string;
  html: string;
  attachments: { filename: string; mimeType: string; bytes: number }[];
  source: string;
}

export interface Call {
  at: Date;
  system: SystemName;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  /** The response's status; 0 if the connection broke, null while there is no response. */
  status: number | null;
  fault: string | null;
}

export interface SinkEvent {
  at: Date;
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
}

/**
 * The identity provider's accounts, for other systems such as changePassword. The served sandbox uses
 * Google's Auth emulator, unit tests the world's own accounts.
 */
export interface AccountDirectory {
  findByEmail(email: string): Promise<{ uid: string; disabled: boolean } | undefined>;
  setPassword(uid: string, password: string): Promise<void>;
}

type Answer = { status: number; body: unknown };

export interface World {
  readonly people: readonly Person[];
  readonly subscriptions: Subscription[];
  /** The in-process identity provider's accounts, by uid. */
  readonly accounts: Map<string, Account>;
  readonly resetCodes: Map<string, string>;
  readonly breaches: Map<string, Breach[]>;
  readonly effects: BillingEffect[];
  readonly answers: Map<string, { request: string; answer: Answer; effect: BillingEffect | null }>;
  readonly mails: Mail[];
  /** What the mail server answers to RCPT TO for these addresses, such as `550 5.1.1 No such user`. */
  readonly mailRefusals: Map<string, string>;
  readonly calls: Call[];
  /** What the sandbox's own code threw. The app met a 500. */
  readonly crashes: unknown[];
  /** Where a request or an unfaulted answer is not as `docs/interfaces/` says. */
  readonly offences: Offences;
  readonly events: SinkEvent[];
  /** Sentry envelopes, as sent. */
  readonly envelopes: string[];
  /** Requests that followed a redirect which must not be followed. */
  readonly trapped: string[];
  readonly instagram: Instagram;
  directory: AccountDirectory;
  profile(uid: string): Promise<Record<string, unknown> | undefined>;
  addMail(mail: Omit<Mail, "id" | "at">): Mail;
  subscriptionById(id: string): Subscription | undefined;
  effectsOf(operation: BillingEffect["operation"]): BillingEffect[];
  reset(): void;
}

interface WorldOptions {
  people?: readonly Person[];
  imagesUrl?: string;
}

/** The state of all outside systems. `reset` restores the seeds in place. */
export function createWorld({
  people: seededPeople = people,
  imagesUrl = "",
}: WorldOptions = {}): World {
  let nextMail = 1;
  let seededAt = new Date();
  // Made when the first is asked for: most tests ask for none.
  let profiles: ReturnType<typeof seededProfiles> | undefined;
  const world: World = {
    people: seededPeople,
    subscriptions: [],
    accounts: new Map(),
    resetCodes: new Map(),
    breaches: new Map(),
    effects: [],
    answers: new Map(),
    mails: [],
    mailRefusals: new Map(),
    calls: [],
    crashes: [],
    offences: { request: [], answer: [] },
    events: [],
    envelopes: [],
    trapped: [],
    instagram: createInstagram(),
    directory: {
      async findByEmail(email) {
        const lowerCase = email.toLowerCase();
        return [...world.accounts.values()].find((account) => account.email === lowerCase);
      },
      async setPassword(uid, password) {
        const account = world.accounts.get(uid);
        if (account) Object.assign(account, { password, passwordUpdatedAt: Date.now() });
      },
    },
    async profile(uid) {
      profiles ??= seededProfiles(seededPeople, imagesUrl, seededAt);
      return profiles.get(uid) as Record<string, unknown> | undefined;
    },
    addMail(mail) {
      const added = { ...mail, id: nextMail, at: new Date() };
      nextMail += 1;
      world.mails.push(added);
      return added;
    },
    subscriptionById: (id) => world.subscriptions.find((subscription) => subscription.id === id),
    effectsOf: (operation) => world.effects.filter((effect) => effect.operation === operation),
    reset() {
      const now = new Date();
      nextMail = 1;
      seededAt = now;
      profiles = undefined;
      for (const list of [world.effects, world.mails, world.calls, world.events]) list.length = 0;
      world.crashes.length = 0;
      world.offences.request.length = 0;
      world.offences.answer.length = 0;
      world.envelopes.length = 0;
      world.trapped.length = 0;
      world.instagram.reset();
      for (const map of [world.accounts, world.breaches, world.answers, world.resetCodes]) {
        map.clear();
      }
      world.mailRefusals.clear();
      world.subscriptions.length = 0;
      for (const person of seededPeople) seedPerson(world, person, now);
    },
  };
  world.reset();
  return world;
}

function seedPerson(world: World, person: Person, now: Date) {
  for (const seeded of person.subscriptions) {
    world.subscriptions.push({
      id: seeded.id,
      bundle: seeded.bundle ?? bundleId,
      planCode: seeded.planCode,
      status: seeded.status,
      mainPlan: seeded.mainPlan,
      startedAt: new Date(now.getTime() - seeded.startedAgo),
      emails: [...(seeded.formerEmails ?? []), person.email],
      uid: seeded.unlinked ? null : person.uid,
      country: seeded.country,
      price: seeded.price,
    });
  }
  if (person.breaches.length > 0) world.breaches.set(person.email, person.breaches);
  if (person.account === "none") return;
  world.accounts.set(person.uid, {
    uid: person.uid,
    email: person.email,
    password: person.password,
    disabled: person.account === "disabled",
    createdAt: now.getTime(),
    validSince: 0,
  });
}
