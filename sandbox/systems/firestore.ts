import { Server, ServerCredentials } from "@grpc/grpc-js";
import type { Faults } from "../faults.ts";
import { fromFields, toFields } from "./firestore/plain.ts";
import { firestoreDefinition, firestoreService } from "./firestore/service.ts";
import { DocumentStore } from "./firestore/store.ts";

export interface FirestoreEmulator {
  port: number;
  /** The data of a document such as `profiles/uid-rich`; Timestamps come as dates. */
  read(path: string): Record<string, unknown> | undefined;
  /** Every document of a collection, by id. */
  readAll(collection: string): Record<string, Record<string, unknown>>;
  /** Writes a document whole; dates become Timestamps. */
  write(path: string, data: object): void;
  erase(path: string): void;
  clear(): void;
  /** How often a document has been asked for by its name. */
  readsOf(path: string): number;
  stop(): Promise<void>;
}

interface FirestoreOptions {
  port?: number;
  faults?: Faults;
}

/** Firestore (docs/product.md#profile-document) over gRPC in this process, with transactions that really isolate. */
export async function startFirestore(
  projectId: string,
  { port: wanted = 0, faults }: FirestoreOptions = {},
): Promise<FirestoreEmulator> {
  const root = `projects/${projectId}/databases/(default)/documents`;
  const store = new DocumentStore();
  const reads = new Map<string, number>();
  const server = new Server();
  server.addService(firestoreDefinition(), firestoreService(store, faults, reads));
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${wanted}`, ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  return {
    port,
    read(path) {
      const document = store.get(`${root}/${path}`);
      return document && fromFields(document.fields);
    },
    readAll(collection) {
      const documents = store
        .below(`${root}/${collection}`)
        .map(({ name, fields }) => [name.split("/").at(-1) ?? "", fromFields(fields)] as const);
      return Object.fromEntries(documents);
    },
    write(path, data) {
      store.commit([{ update: { name: `${root}/${path}`, fields: toFields(data) } }]);
    },
    erase(path) {
      store.commit([{ delete: `${root}/${path}` }]);
    },
    clear: () => store.clear(),
    readsOf: (path) => reads.get(`${root}/${path}`) ?? 0,
    async stop() {
      server.forceShutdown();
    },
  };
}
