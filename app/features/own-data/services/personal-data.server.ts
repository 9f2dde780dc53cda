import { env } from "~/env.server";
import { accountByUid } from "~/features/account/identity.server";
import { subscriptionsOf } from "~/features/account/subscriptions.server";
import { growthOf } from "~/features/growth/growth.server";
import type { Connection } from "~/features/history/connecting";
import { connectionEntries } from "~/features/history/connections.server";
import { type Import, keepsLists } from "~/features/history/import";
import { storedImports } from "~/features/history/import-documents.server";
import { countsOfInstagram } from "~/features/history/instagram-counts";
import { storedReading } from "~/features/history/readings.server";
import { writtenLists } from "~/features/imports/written-lists.server";
import { objectionTo, storedDeclarations } from "~/features/leaving/declarations.server";
import { letterCollections, personalCollections } from "~/features/own-data/rules/retention";
import { documentsOf, fieldsOf } from "~/features/own-data/store/personal-documents.server";
import { readEntry } from "~/platform/outbox/store/document.server";
import { unlessMalformed } from "~/platform/upstream/upstream.server";
import { moment } from "~/platform/values/moment";

interface Owner {
  uid: string;
  email: string;
}

/**
 * The copy as text, piece by piece: the lists of imported exports may be larger than this process could hold.
 * Fails before the first piece like `personalDataOf`, and breaks off where a list cannot be read.
 */
export async function* personalDataAsJson(
  owner: Owner,
  signal?: AbortSignal,
): AsyncGenerator<string> {
  let copy: Awaited<ReturnType<typeof personalDataOf>> | undefined;
  const lists = writtenLists(
    owner.uid,
    async () => {
      copy = await personalDataOf(owner);
      // An import that cannot be read may not say how many pieces its lists take.
      return copy.imports.filter(
        ({ state, pieces }) => keepsLists(state) && Number.isInteger(pieces),
      );
    },
    signal,
  );
  // The lists are begun before the first piece is sent: if they cannot be read, nobody gets half a file.
  try {
    const { value: begun } = await lists.next();
    yield `${JSON.stringify(copy, null, 2).slice(0, -"\n}".length)},\n  "importedLists": ${begun}`;
    yield* lists;
    yield "\n}\n";
  } finally {
    await lists.return(undefined);
  }
}

/**
 * Everything that the app stores about a subscriber or reads about them from other systems, as JSON, but for the lists of
 * imported exports. Fails if one of the systems does not answer, because an incomplete copy would look complete.
 */
export async function personalDataOf({ uid, email }: Owner) {
  const [subscriptions, account, profile, { imports, rotten }, connected, counting, growth] =
    await Promise.all([
      subscriptionsOf({ uid, email }, { fresh: true }),
      accountByUid(uid),
      fieldsOf("profiles", uid),
      storedImports(uid),
      connectionWithReading(uid),
      fieldsOf("countings", uid),
      // What is computed is left out if it cannot be read: the next import or reading computes it anew.
      unlessMalformed(growthOf(uid)),
    ]);
  const subscriptionIds = subscriptions.map(({ id }) => id);
  const [{ own, letters }, declarations, objections] = await Promise.all([
    ownDocuments({ uid, subscriptionIds }),
    Promise.all(subscriptionIds.map(storedDeclarations)),
    Promise.all(subscriptionIds.map(async (id) => ({ id, objection: await objectionTo(id) }))),
  ]);
  return {
    service: "Profile Analyzer",
    createdAt: new Date().toISOString(),
    account: { id: uid, email: account?.email || email, disabled: account?.disabled ?? null },
    subscriptions: readable(subscriptions.map(({ readAt: _, ...said }) => said)),
    ...own,
    declarations: readable(declarations.flat()),
    objections: readable(
      objections.flatMap(({ id, objection }) =>
        objection ? [{ subscription: id, ...objection }] : [],
      ),
    ),
    letters,
    imports: readable([
      ...imports,
      ...rotten.map(({ id, fields }) => ({ ...fields, id })),
    ]) as Import[],
    instagramConnection: connected?.connection ?? null,
    instagramCounting: readable(counting ?? null),
    instagramReading: readable(connected?.reading ?? null),
    profileAnalysis: readable(profile ?? null),
    growthOverTime: readable(growth ?? null),
    notes: notesOn({
      isBuiltIn: profile?._source === "built-in",
      hasProfile: profile !== undefined,
      isRotten: connected?.isRotten ?? false,
      hasRottenImports: rotten.length > 0,
      isConnected: connected !== undefined,
      hasRottenConnection: connected?.isMalformed ?? false,
    }),
  };
}

/** A connection, and all that is stored of what it gave: also in a first reading that has not ended. */
async function connectionWithReading(uid: string) {
  const fields = await fieldsOf(connectionEntries.collection, uid);
  if (!fields) return undefined;
  const { entry, malformed } = readEntry(connectionEntries, fields);
  const key = (entry ?? malformed)?.key;
  const stored = key === undefined ? undefined : await storedReading(uid, key);
  const counts = stored && countsOfInstagram(stored.counts);
  return {
    connection: entry ? readable(withoutToken(entry)) : withoutSecrets(readable(fields)),
    isMalformed: !entry,
    reading: (stored?.kept || counts) && { ...stored?.kept, ...(counts && { counts }) },
    // If a piece is damaged for good, or nothing says which are its pieces, the copy still has the rest.
    isRotten: stored?.isRotten ?? true,
  };
}

/** The documents that are a person's alone, by the names that the copy gives them. */
async function ownDocuments(person: { uid: string; subscriptionIds: string[] }) {
  const [own, letters] = await Promise.all([
    Promise.all(
      personalCollections.map(async (collection) => {
        const documents = await documentsOf(collection, person);
        return [
          collection.title ?? collection.name,
          documents.map(({ fields }) => readable(fields)),
        ] as const;
      }),
    ),
    Promise.all(
      letterCollections.map(async (collection) => {
        const [document] = await documentsOf(collection, person);
        return [collection.name, readable(document?.fields ?? null)] as const;
      }),
    ),
  ]);
  return { own: Object.fromEntries(own), letters: Object.fromEntries(letters) };
}

/** Part of the reading, an import or the connection may be unreadable. `isBuiltIn`: this app computes the profile. */
type Circumstance =
  | "isBuiltIn"
  | "hasProfile"
  | "isRotten"
  | "hasRottenImports"
  | "isConnected"
  | "hasRottenConnection";

/** What a person needs to know to read the copy. */
const notesOn = ({
  isBuiltIn,
  hasProfile,
  isRotten,
  hasRottenImports,
  isConnected,
  hasRottenConnection,
}: Record<Circumstance, boolean>): string[] => [
  "subscriptions: as the billing service describes them. Payments and invoices are kept there.",
  "account: as the identity provider has it. Your password is kept there, and unreadable to us.",
  ...(isBuiltIn
    ? [
        "profileAnalysis: computed by this app from what importedLists and instagramReading hold, as are growthOverTime and the lists of people that its pages show.",
      ]
    : hasProfile || env.ANALYSIS_SOURCES.has("outside")
      ? ["profileAnalysis: written by the analysis service; this app only reads it."]
      : []),
  ...(isRotten
    ? ["instagramReading is not whole: what is left out is damaged and cannot be read."]
    : []),
  ...(hasRottenImports
    ? [
        "imports: not all of it can be read by us any more. What is damaged stands at its end as it is stored; its lists are in importedLists where it still says that they are kept, and in how many pieces.",
      ]
    : []),
  ...(isConnected
    ? [
        "instagramReading: what your connection to Instagram has given. Where its readAt is null, its first reading has not ended. The access to your account, which is kept encrypted, is not in this file: disconnect to erase it.",
      ]
    : []),
  ...(hasRottenConnection
    ? [
        "instagramConnection: not all of it can be read by us any more. It stands here as it is stored, without the access to your account.",
      ]
    : []),
  "Not in this file: the signed cookie of your session, which lasts five hours at most; a check of your email against known breaches, which is forgotten when you log out; and counts of attempts to sign in or to send mails, kept under scrambled names for a day at most.",
  "Nor in this file, as nobody has shown yet that they are yours: what was typed with your email on the public pages to cancel or withdraw, until it is known whose subscription it is; and a link that was asked for by mail, until it is sent, a day at most. Nor that your mailbox has refused letters of ours, kept under a scrambled name for 180 days.",
];

/** The token is no data about the person, but the key to their account. */
const withoutToken = ({ payload: { token, ...payload }, progress }: Connection) => ({
  ...payload,
  isConnected: token !== null,
  progress,
});

/** The same for what has no known form: whatever its name says is secret is left out, at any depth. @param json plain JSON */
const withoutSecrets = (json: unknown): unknown =>
  JSON.parse(
    JSON.stringify(json, (name, value) => (/token|secret/i.test(name) ? undefined : value)),
  );

const timeFieldName = /(At|Until|^at)$/;
/** Smaller numbers in a time field are not epoch milliseconds. */
const earliestTime = 1_000_000_000_000;
/** A Date cannot hold larger ones. */
const latestTime = 8_640_000_000_000_000;

/** A document's value as human-readable JSON: times as ISO 8601, bytes as base64, references as paths. */
function readable(value: unknown, name = ""): unknown {
  if (typeof value === "number")
    return timeFieldName.test(name) && value > earliestTime && value <= latestTime
      ? new Date(value).toISOString()
      : value;
  if (typeof value !== "object" || value === null) return value;
  const at = moment(value);
  if (at !== undefined) return new Date(at).toISOString();
  if (Array.isArray(value)) return value.map((item) => readable(item));
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if ("path" in value && "firestore" in value) return value.path;
  return Object.fromEntries(
    Object.entries(value).map(([key, inside]) => [key, readable(inside, key)]),
  );
}
