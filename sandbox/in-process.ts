import { randomBytes, randomInt } from "node:crypto";
import type { RequestHandler } from "msw";
import { type BrandKey, brandKeys, brandsVariable } from "./brands.ts";
import { createFaults, type Faults } from "./faults.ts";
import { instagramApp } from "./instagram/instagram.ts";
import { bundleId, type Person } from "./person.ts";
import { billingSystem } from "./systems/billing.ts";
import { eventsSystem, sentrySystem } from "./systems/events.ts";
import { functionsSystem } from "./systems/functions.ts";
import { identitySystem } from "./systems/identity.ts";
import { imagesSystem } from "./systems/images.ts";
import { instagramSystem } from "./systems/instagram.ts";
import { pwnedSystem } from "./systems/pwned.ts";
import { subscriptionsSystem } from "./systems/subscriptions.ts";
import { createWorld, type World } from "./world.ts";

export const projectId = "demo-profile-analyzer";
export const subscriptionsSecret = "sandbox-subscriptions-secret-0123456789";

/** The address of each HTTP system below one base address. */
function addressesBelow(base: string) {
  return {
    subscriptions: `${base}/subscriptions`,
    billing: {
      default: `${base}/billing`,
      x: `${base}/billing-x`,
      y: `${base}/billing-y`,
    } satisfies Record<BrandKey, string>,
    functions: `${base}/functions`,
    events: `${base}/events`,
    pwned: `${base}/pwned`,
    images: `${base}/pictures`,
    instagram: {
      login: `${base}/instagram`,
      token: `${base}/instagram-api`,
      graph: `${base}/instagram-graph`,
    },
    sentry: `${base}/sentry`,
    funnel: `${base}/funnel`,
    billingPage: `${base}/billing-page`,
    refundForm: `${base}/refund-form`,
    trap: `${base}/trap`,
  };
}

/** Encrypts the tokens that the app keeps. The served sandbox draws its own. */
const tokenKey = "sandbox-token-key-of-enough-length-0123";

export type Addresses = ReturnType<typeof addressesBelow>;

export interface HttpSystems {
  world: World;
  faults: Faults;
  addresses: Addresses;
  handlers: RequestHandler[];
  /** The variables of docs/configuration.md that name these systems. */
  env: Record<string, string>;
}

/** Every outside system that speaks plain HTTP, as msw handlers below `base`. */
export function createHttpSystems(
  base: string,
  people?: readonly Person[],
  { isChecked = false } = {},
): HttpSystems {
  const addresses = addressesBelow(base);
  const faults = createFaults();
  const world = createWorld({ ...(people && { people }), imagesUrl: addresses.images });
  const context = { world, faults, trapUrl: addresses.trap, isChecked };
  return {
    world,
    faults,
    addresses,
    handlers: [
      ...subscriptionsSystem(context, addresses.subscriptions, subscriptionsSecret),
      ...brandKeys.flatMap((brand) => billingSystem(context, addresses.billing[brand], brand)),
      ...functionsSystem(context, addresses.functions, addresses.images),
      ...eventsSystem(context, addresses.events),
      ...pwnedSystem(context, addresses.pwned),
      ...imagesSystem(context, addresses.images),
      ...instagramSystem(context, addresses.instagram, addresses.images),
      ...sentrySystem(context, addresses.sentry),
    ],
    env: {
      BUNDLE_ID: bundleId,
      FIREBASE_PROJECT_ID: projectId,
      FIREBASE_API_KEY: "sandbox-api-key",
      SUBSCRIPTIONS_URL: addresses.subscriptions,
      SUBSCRIPTIONS_SECRET: subscriptionsSecret,
      BRANDS: brandsVariable(addresses.billing),
      FUNCTIONS_URL: addresses.functions,
      EVENTS_URL: addresses.events,
      FUNNEL_URL: addresses.funnel,
      BILLING_PAGE_URL: addresses.billingPage,
      REFUND_FORM_URL: addresses.refundForm,
      POST_IMAGE_HOSTS: new URL(base).hostname,
      PWNED_RANGE_URL: addresses.pwned,
      INSTAGRAM_APP_ID: instagramApp.id,
      INSTAGRAM_APP_SECRET: instagramApp.secret,
      INSTAGRAM_LOGIN_URL: addresses.instagram.login,
      INSTAGRAM_TOKEN_URL: addresses.instagram.token,
      INSTAGRAM_GRAPH_URL: addresses.instagram.graph,
      TOKEN_KEYS: tokenKey,
      MAIL_FROM: "Profile Analyzer <hello@profile-analyzer.example>",
      SUPPORT_EMAIL: "support@profile-analyzer.example",
    },
  };
}

/**
 * The outside systems for unit tests: pass `handlers` to msw's `setupServer`. `env` is a complete
 * environment of docs/configuration.md. SMTP and Firestore do not speak plain HTTP; their addresses are closed ports
 * until a test starts them (`startMailCatcher`, `startFirestore`).
 */
export function createInProcessSandbox(people?: readonly Person[]): HttpSystems {
  const systems = createHttpSystems("http://sandbox.test", people, { isChecked: true });
  const { world, faults, addresses } = systems;
  // Test files share a Firestore, and one account is read for one subscriber at a time.
  world.instagram.firstAccount = randomInt(40_000_000);
  world.instagram.reset();
  const file = randomBytes(6).toString("hex");
  // What the app of the file before still asks must not reach this one's accounts.
  const identityHost = `identity-${file}.test`;
  const identity = identitySystem(
    { world, faults, trapUrl: addresses.trap, isChecked: true },
    `http://${identityHost}`,
  );
  return {
    ...systems,
    handlers: [...systems.handlers, ...identity],
    env: {
      ...systems.env,
      NODE_ENV: "test",
      APP_ENV: "development",
      APP_ORIGIN: "http://localhost:3000",
      // Each file its own: documents named by keyed digests are not shared between files.
      SESSION_SECRETS: randomBytes(32).toString("hex"),
      // Files run side by side and share a Firestore, and people have the same ids in all of them.
      FIREBASE_PROJECT_ID: `${projectId}-${file}`,
      FIREBASE_AUTH_EMULATOR_HOST: identityHost,
      FIRESTORE_EMULATOR_HOST: "127.0.0.1:1",
      SMTP_URL: "smtp://127.0.0.1:1",
    },
  };
}
