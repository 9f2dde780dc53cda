import { randomBytes } from "node:crypto";
import { getResponse, http, type RequestHandler } from "msw";
import { forwardToAuth, resetPasswordAt } from "./auth-proxy.ts";
import { consoleHandlers } from "./console.ts";
import { externalPages } from "./external-pages.ts";
import type { Faults } from "./faults.ts";
import { freePort } from "./free-port.ts";
import { serveFetch } from "./http-server.ts";
import { createHttpSystems, projectId } from "./in-process.ts";
import { mergeFields } from "./merge.ts";
import { people as everyone, seededProfiles } from "./people.ts";
import type { Person } from "./person.ts";
import { finishedProfile } from "./profiles.ts";
import { type SampleExport, sampleExports } from "./sample-exports.ts";
import { startAuthEmulator } from "./systems/auth-emulator.ts";
import { type FirestoreEmulator, startFirestore } from "./systems/firestore.ts";
import { startGoogle } from "./systems/google.ts";
import { startMailCatcher } from "./systems/mail.ts";
import { defineSystem } from "./systems/system.ts";
import { startTcpFront } from "./tcp-front.ts";
import type { World } from "./world.ts";

/** A port of 0 means any free port. */
export interface Ports {
  app: number;
  console: number;
  identity: number;
  firestore: number;
  smtp: number;
  google: number;
}

export const demoPorts: Ports = {
  app: 3000,
  console: 4100,
  identity: 4110,
  firestore: 4120,
  smtp: 4130,
  google: 4140,
};
export const freePorts: Ports = {
  app: 0,
  console: 0,
  identity: 0,
  firestore: 0,
  smtp: 0,
  google: 0,
};

export interface Sandbox {
  /** A complete environment of docs/configuration.md for the app. */
  env: Record<string, string>;
  world: World;
  faults: Faults;
  firestore: FirestoreEmulator;
  /** The console's address. */
  url: string;
  appOrigin: string;
  /** A DSN that collects envelopes in `world.envelopes`. It is not part of `env`. */
  sentryDsn: string;
  reset(): Promise<void>;
  mergeProfile(uid: string, fields: Record<string, unknown>): Promise<void>;
  finishAnalysis(uid: string): Promise<void>;
  stop(): Promise<void>;
}

interface SandboxOptions {
  ports?: Partial<Ports>;
  people?: readonly Person[];
  /** Variables for the app beside or instead of the sandbox's. */
  env?: Record<string, string>;
  /** With an OpenID provider to sign in at. */
  withGoogle?: boolean;
  /** What else begins anew after a reset. */
  afterReset?: () => Promise<void>;
}

/** Starts every outside system on this machine. */
export async function startSandbox({
  ports: requestedPorts = {},
  people = everyone,
  env: moreEnv = {},
  withGoogle = false,
  afterReset,
}: SandboxOptions = {}): Promise<Sandbox> {
  const ports = { ...freePorts, ...requestedPorts };
  const appPort = ports.app || (await freePort());
  const appOrigin = `http://localhost:${appPort}`;

  let handlers: RequestHandler[] = [];
  const main = await serveFetch((request) => dispatch(handlers, request), {
    port: ports.console,
    publicHost: "localhost",
  });
  const {
    world,
    faults,
    addresses,
    handlers: systems,
    env,
  } = createHttpSystems(main.origin, people);
  const context = { world, faults, trapUrl: addresses.trap };

  const [auth, firestore, mail] = await Promise.all([
    startAuthEmulator(projectId),
    startFirestore(projectId, { faults }),
    startMailCatcher(world, faults),
  ]);
  world.directory = auth.directory;
  world.profile = async (uid) => firestore.read(`profiles/${uid}`);

  let identityHandlers: RequestHandler[] = [];
  const identity = await serveFetch((request) => dispatch(identityHandlers, request), {
    port: ports.identity,
  });
  identityHandlers = defineSystem("identity", identity.origin, context, [
    http.all(`${identity.origin}/*`, ({ request }) =>
      forwardToAuth(request, auth, world, main.origin),
    ),
  ]);
  const google = withGoogle ? await startGoogle(context, ports.google, appOrigin) : undefined;
  const firestoreFront = await startTcpFront("firestore", faults, firestore.port, ports.firestore);
  const smtpFront = await startTcpFront("mail", faults, mail.port, ports.smtp);

  async function seed() {
    firestore.clear();
    for (const [uid, profile] of seededProfiles(people, addresses.images, new Date())) {
      firestore.write(`profiles/${uid}`, profile);
    }
    await auth.seed(world);
  }
  const actions = {
    appOrigin,
    async reset() {
      faults.clear();
      world.reset();
      await seed();
      await afterReset?.();
    },
    async mergeProfile(uid: string, fields: Record<string, unknown>) {
      firestore.write(
        `profiles/${uid}`,
        mergeFields(firestore.read(`profiles/${uid}`) ?? {}, fields),
      );
    },
    async finishAnalysis(uid: string) {
      const owner = people.find((person) => person.uid === uid)?.key ?? uid;
      firestore.write(`profiles/${uid}`, finishedProfile(owner, addresses.images, new Date()));
    },
  };
  await seed();
  const startedAt = Math.floor(Date.now() / 1000);
  let samples: SampleExport[] | undefined;
  const exports = () => {
    samples ??= sampleExports(startedAt);
    return samples;
  };

  handlers = [
    ...systems,
    http.all(`${addresses.trap}*`, ({ request }) => {
      world.trapped.push(request.url);
      return new Response("A redirect was followed", { status: 200 });
    }),
    ...externalPages(world, addresses, { appOrigin, resetPassword: resetPasswordAt(auth) }),
    ...consoleHandlers(main.origin, world, faults, { ...actions, exports }),
  ];

  return {
    ...actions,
    world,
    faults,
    firestore,
    url: main.origin,
    sentryDsn: `${addresses.sentry.replace("//", "//public@")}/1`,
    env: {
      ...env,
      NODE_ENV: "production",
      // In production the app refuses pictures over plain HTTP.
      APP_ENV: "development",
      APP_ORIGIN: appOrigin,
      PORT: String(appPort),
      SESSION_SECRETS: randomBytes(32).toString("hex"),
      TOKEN_KEYS: randomBytes(32).toString("hex"),
      FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${identity.port}`,
      FIRESTORE_EMULATOR_HOST: `127.0.0.1:${firestoreFront.port}`,
      ...google?.env,
      SMTP_URL: `smtp://127.0.0.1:${smtpFront.port}`,
      ...moreEnv,
    },
    async stop() {
      faults.clear();
      await Promise.all([
        main.close(),
        identity.close(),
        google?.stop(),
        firestoreFront.close(),
        smtpFront.close(),
      ]);
      await Promise.all([auth.stop(), firestore.stop(), mail.stop()]);
    },
  };
}

async function dispatch(handlers: RequestHandler[], request: Request): Promise<Response> {
  const response = await getResponse(handlers, request);
  return response ?? Response.json({ error: "No such address in the sandbox" }, { status: 404 });
}
