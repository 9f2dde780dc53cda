import { readFileSync } from "node:fs";
import { HttpResponse, http } from "msw";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { everyCase } from "#tests/setup/cases";
import { callback as instagramCallback } from "#tests/setup/instagram";
import { server } from "#tests/setup/outside";
import { tinyGif } from "#tests/setup/picture-host";
import { waysOf } from "~/features/account/account-ways.server";
import { cancelSubscription } from "~/features/account/billing.server";
import { accountByUidNow, createAccount } from "~/features/account/identity.server";
import { timesLeaked } from "~/features/account/password-leaks.server";
import { subscriptionById } from "~/features/account/subscriptions.server";
import { exchangeCode, getAccount } from "~/features/connection/store/instagram.server";
import { openReport } from "~/features/report/store/reports.server";
import { breachesOf } from "~/features/safety/breaches.server";
import { flushEvents, reportEvent } from "~/features/tracking/events.server";
import {
  authorizationUrl,
  newExpectations,
  proveIdentity,
} from "~/features/ways-in/store/google.server";
import { changePassword } from "~/features/ways-in/store/password-change.server";
import { signInWithPassword } from "~/features/ways-in/store/passwords.server";
import { createPictureSource } from "~/platform/pictures/fetch.server";
import { inFirestore } from "~/platform/store/firestore.server";
import { AccessToken } from "~/platform/tokens/access-token";

const { issuer } = vi.hoisted(() => {
  const google = { issuer: "http://google.test" };
  process.env.GOOGLE_ISSUER = google.issuer;
  process.env.GOOGLE_CLIENT_ID = "id";
  process.env.GOOGLE_CLIENT_SECRET = "secret";
  return google;
});

// How long a read pauses before it is tried again has no say here.
vi.mock("node:timers/promises", async (original) => ({
  ...(await original<typeof import("node:timers/promises")>()),
  setTimeout: () => Promise.resolve(),
}));

/** What the systems answer, and how often they were asked since the last look. */
let answer: () => Response;
let asked = 0;
function receive(): Response {
  asked += 1;
  return answer();
}

const picture = new URL("http://127.0.0.1:8099/a.gif");
const pictures = createPictureSource({ hosts: [picture.hostname], loopback: true });
const order = { brand: "default", email: "a@example.com", uid: "u", idempotencyKey: "k" } as const;
const token = new AccessToken("token");
const expected = await newExpectations();
const callback = new URL(
  `http://localhost:3000/sign-in/google/callback?code=code&state=${expected.state}`,
);

const json = (body: unknown) => () => Response.json(body);
const lookedUp = { users: [{ localId: "u", email: "a@example.com", createdAt: "0" }] };
const signedIn = { localId: "u", email: "a@example.com" };

interface Client {
  system: string;
  call: () => Promise<unknown>;
  well: () => Response;
}

const clients: Client[] = [
  { system: "subscriptions", call: () => subscriptionById("1"), well: json({ subscriptions: [] }) },
  {
    system: "billing",
    call: () => cancelSubscription({ ...order, mainSubscriptionId: "1" }),
    well: json({ success: true }),
  },
  {
    system: "functions (breachedaccount)",
    call: () => breachesOf("a@example.com"),
    well: json([]),
  },
  {
    system: "functions (changePassword)",
    call: () => changePassword({ email: "a@example.com", subscriptionId: "1", password: "p" }),
    well: json({ user_id: "u" }),
  },
  {
    system: "reports (getPdfReport)",
    call: async () => (await openReport({ email: "a@example.com", uid: "u" }))?.body.cancel(),
    well: () => new Response("%PDF-1.7"),
  },
  {
    system: "events",
    call() {
      reportEvent({ event: "cancel_success", userAgent: "" });
      return flushEvents();
    },
    well: () => new Response(null, { status: 204 }),
  },
  {
    system: "identity (REST, password)",
    call: () => signInWithPassword("a@example.com", "p"),
    well: json(signedIn),
  },
  { system: "identity (REST, look-up)", call: () => waysOf("u"), well: json(lookedUp) },
  {
    system: "identity (firebase-admin, look-up)",
    call: () => accountByUidNow("u"),
    well: json(lookedUp),
  },
  {
    system: "identity (firebase-admin, creation)",
    call: () => createAccount("a@example.com", "password", { emailVerified: false }),
    well: json({ ...signedIn, ...lookedUp }),
  },
  {
    system: "google",
    call: () => proveIdentity(callback, expected),
    well: () => Response.json({ error: "invalid_grant" }, { status: 400 }),
  },
  {
    system: "instagram (graph)",
    call: () => getAccount(token),
    well: json({ user_id: "1", id: "2", username: "ana", account_type: "BUSINESS" }),
  },
  {
    system: "instagram (token)",
    call: () => exchangeCode("code", instagramCallback),
    well: json({ access_token: "t", user_id: "1" }),
  },
  {
    system: "pwned",
    call: () => timesLeaked("password"),
    well: () => new Response(`${"A".repeat(35)}:1`),
  },
  {
    system: "pictures",
    call: () => pictures.fetchPicture(picture),
    well: () => new HttpResponse(tinyGif),
  },
];

beforeAll(async () => {
  vi.stubGlobal("fetch", async () => receive());
  answer = json({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
  });
  await authorizationUrl(expected, callback.origin);
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Whether five such answers open the breaker: the next call is not made. Afterwards it is closed again. */
async function opens({ call, well }: Client, failing: () => Response): Promise<boolean> {
  answer = failing;
  await Promise.allSettled(Array.from({ length: 5 }, call));
  answer = well;
  asked = 0;
  await call().catch(() => undefined);
  const isOpen = asked === 0;
  vi.setSystemTime(Date.now() + 5_000);
  await call().catch(() => undefined);
  return isOpen;
}

test.each<[string, () => Promise<unknown>, string, () => Promise<unknown>, () => Response]>([
  [
    "breachedaccount",
    () => breachesOf("a@example.com"),
    "the other functions",
    () => changePassword({ email: "a@example.com", subscriptionId: "1", password: "p" }),
    json({ user_id: "u" }),
  ],
  [
    "one brand's billing",
    () => cancelSubscription({ ...order, brand: "x", mainSubscriptionId: "1" }),
    "the others'",
    () => cancelSubscription({ ...order, brand: "default", mainSubscriptionId: "1" }),
    json({ success: true }),
  ],
])("an outage of %s closes it, and not %s", async (_, failing, __, other, well) => {
  answer = () => new Response(null, { status: 503 });
  await Promise.allSettled(Array.from({ length: 5 }, failing));
  asked = 0;
  await expect(failing()).rejects.toMatchObject({ kind: "open" });
  answer = well;
  await other();
  expect(asked).toBe(1);
  vi.setSystemTime(Date.now() + 5_000);
  await failing().catch(() => undefined);
});

/** With a page as its body and without: what the body says has no say in it. */
const answersOf = (status: number) => () =>
  asked % 2 === 0 ? new Response("<html>", { status }) : Response.json({}, { status });

/** The registered ones and the edges of their classes: between them, no client makes a difference. */
const registered = [
  ...Array.from({ length: 32 }, (_, index) => 400 + index),
  ...[451, 460, 499],
  ...Array.from({ length: 12 }, (_, index) => 500 + index),
  ...[520, 530, 599],
];
/** Those that clients and servers know by name. */
const known = [400, 401, 403, 404, 408, 409, 425, 429, 499, 500, 502, 503, 504, 599];
const statuses = everyCase ? registered : known;

/** The table of docs/operations.md. */
const documented = new Map(
  readFileSync("docs/operations.md", "utf8")
    .split("| client | statuses that open its breaker |")[1]
    ?.split("\n\n")[0]
    ?.split("\n")
    .map((row) => row.split(" | ").map((cell) => cell.replaceAll("|", "").trim()))
    .map(([client = "", opening = ""]) => [client, opening]),
);

describe("five answers of each status", () => {
  // Google's library makes every call of an identity in one way: one of them is tried.
  const isAlike = ({ system }: Client) => system === "identity (firebase-admin, creation)";
  test.each(clients.filter((one) => everyCase || !isAlike(one)))("$system", async (client) => {
    // Pictures and firebase-admin do not use `fetch`.
    server.use(http.all("*", receive));
    const opening: number[] = [];
    for (const status of statuses) if (await opens(client, answersOf(status))) opening.push(status);
    expect(opening).toEqual(statuses.filter((status) => status >= 500));
    expect(documented.get(client.system)).toBe("500–599");
  });
});

const grpcCodes = [
  "CANCELLED",
  "UNKNOWN",
  "INVALID_ARGUMENT",
  "DEADLINE_EXCEEDED",
  "NOT_FOUND",
  "ALREADY_EXISTS",
  "PERMISSION_DENIED",
  "RESOURCE_EXHAUSTED",
  "FAILED_PRECONDITION",
  "ABORTED",
  "OUT_OF_RANGE",
  "UNIMPLEMENTED",
  "INTERNAL",
  "UNAVAILABLE",
  "DATA_LOSS",
  "UNAUTHENTICATED",
];

describe.each(["read", "write"] as const)("five failures of each gRPC code in a %s", (mode) => {
  test("firestore", async () => {
    const opening: string[] = [];
    for (const [index, name] of grpcCodes.entries()) {
      const failing = Object.assign(new Error(name), { code: index + 1 });
      const call = () =>
        inFirestore(mode, async () => {
          if (receive().status !== 200) throw failing;
        });
      const client = { system: "firestore", call, well: () => new Response() };
      if (await opens(client, () => new Response(null, { status: 500 }))) opening.push(name);
    }
    const expectedToOpen = [
      "UNKNOWN",
      "DEADLINE_EXCEEDED",
      "UNIMPLEMENTED",
      "INTERNAL",
      "UNAVAILABLE",
      "DATA_LOSS",
    ];
    expect(opening).toEqual(expectedToOpen);
    expect(documented.get("firestore")).toBe(opening.join(", "));
  });

  test("a document that its reader cannot take, and what Firestore's library refuses", async () => {
    for (const failing of [
      () => Promise.reject(new TypeError("not a list")),
      (database: FirebaseFirestore.Firestore) => database.doc("a/b/c").get(),
    ])
      for (let call = 0; call < 7; call += 1)
        await expect(inFirestore(mode, failing)).rejects.toMatchObject({ kind: "malformed" });
  });
});

test("a range of leaked passwords may be empty", async () => {
  answer = () => new Response("");
  expect(await timesLeaked("password")).toBe(0);
});
