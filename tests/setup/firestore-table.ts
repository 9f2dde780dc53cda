import { type Firestore, v1 } from "@google-cloud/firestore";
import { credentials } from "@grpc/grpc-js";
import { afterAll, beforeAll, vi } from "vitest";
import type { Value } from "../../sandbox/systems/firestore/value.ts";
import { startAnyFirestore } from "./any-firestore.ts";
import { emulatedFirestore } from "./emulated-firestore.ts";
import { server } from "./outside.ts";

const projectId = "demo-firestore-rules";
const root = `projects/${projectId}/databases/(default)`;
const docs = "https://firebase.google.com/docs/firestore";

/** Where Google states a rule. The protos lie in node_modules/@google-cloud/firestore/build/protos/google/firestore/v1. */
export const source = {
  document: "document.proto",
  write: "write.proto",
  query: "query.proto",
  common: "common.proto",
  firestore: "firestore.proto",
  addData: `${docs}/manage-data/add-data`,
  dataTypes: `${docs}/manage-data/data-types`,
  deleteFields: `${docs}/manage-data/delete-data#fields`,
  quotas: `${docs}/quotas#collections_documents_and_fields`,
  storageSize: `${docs}/storage-size`,
  queries: `${docs}/query-data/queries`,
  order: `${docs}/query-data/order-limit-data`,
  cursors: `${docs}/query-data/query-cursors`,
  contention: `${docs}/transaction-data-contention`,
  library: "@google-cloud/firestore",
} as const;

/** A rule, where Google states it, and what shows that it is kept. */
export type Rule = readonly [
  rule: string,
  statedIn: (typeof source)[keyof typeof source],
  check: () => Promise<void>,
];

/** Otherwise the library tries for seconds again what was refused before the first answer of a stream. */
const once = { retryRequestOptions: { noResponseRetries: 0 } };

/** The database that a table is tried on: Google's library, and the calls below it, which refuse less by themselves. */
export function tableDatabase() {
  let stop = async () => {};
  const opened = {
    db: undefined as unknown as Firestore,
    raw: undefined as unknown as InstanceType<typeof v1.FirestoreClient>,
    root,
    /** The full name of a document. */
    nameOf: (path: string) => `${root}/documents/${path}`,
    /** A commit of one write as it stands. */
    commit: (write: object) => opened.raw.commit({ database: root, writes: [write] }),
    /** A document's fields on the wire, where integers and doubles differ. */
    async wireFields(path: string) {
      const request = { database: root, documents: [opened.nameOf(path)] };
      for await (const { found } of opened.raw.batchGetDocuments(request, once))
        return (found?.fields ?? undefined) as Record<string, Value> | undefined;
      return undefined;
    },
    /** The ids of what a query as it stands finds. */
    async query(structuredQuery: object, below = "") {
      const request = { parent: `${root}/documents${below && `/${below}`}`, structuredQuery };
      const ids: string[] = [];
      for await (const { document } of opened.raw.runQuery(request, once))
        if (document) ids.push(document.name?.split("/").at(-1) ?? "");
      return ids;
    },
  };
  beforeAll(async () => {
    // Met over a real socket.
    server.close();
    const firestore = await startAnyFirestore(projectId);
    vi.stubEnv("FIRESTORE_EMULATOR_HOST", `127.0.0.1:${firestore.port}`);
    opened.db = emulatedFirestore(projectId);
    opened.raw = new v1.FirestoreClient({
      servicePath: "127.0.0.1",
      universeDomain: "googleapis.com",
      port: firestore.port,
      sslCreds: credentials.createInsecure(),
      projectId,
    });
    stop = async () => {
      await opened.db.terminate();
      await opened.raw.close();
      await firestore.stop();
    };
  });
  afterAll(async () => {
    server.listen();
    await stop();
  });
  return opened;
}

let made = 0;

/** A collection no other test knows. */
export const newCollection = (db: Firestore) => db.collection(`things-${made++}`);

export const idsOf = ({ docs }: { docs: { id: string }[] }) => docs.map(({ id }) => id).join(" ");
