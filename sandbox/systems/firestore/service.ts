import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { ServiceDefinition, UntypedServiceImplementation } from "@grpc/grpc-js";
import { fromJSON } from "@grpc/proto-loader";
import type { Faults } from "../../faults.ts";
import { type Aggregation, aggregate } from "./aggregate.ts";
import { serverStream, unary } from "./calls.ts";
import type { Documents } from "./documents.ts";
import { FirestoreFailure } from "./failure.ts";
import { checkName } from "./limits.ts";
import { listen } from "./listen.ts";
import { runQuery, type StructuredQuery } from "./query.ts";
import { type DocumentStore, nameOf, type Write } from "./store.ts";
import { Transactions } from "./transactions.ts";

type TransactionOptions = { readOnly?: object };
interface TransactionSelector {
  transaction?: Uint8Array;
  newTransaction?: TransactionOptions;
}
interface QueryRequest extends TransactionSelector {
  parent: string;
  structuredQuery: StructuredQuery;
}
interface AggregationRequest extends TransactionSelector {
  parent: string;
  structuredAggregationQuery: { structuredQuery: StructuredQuery; aggregations: Aggregation[] };
}
/** Google's own definition of the service, as its Node library ships it. */
export function firestoreDefinition(): ServiceDefinition {
  const library = createRequire(import.meta.url).resolve("@google-cloud/firestore/package.json");
  const protos = readFileSync(join(dirname(library), "build/protos/v1.json"), "utf8");
  const definition = fromJSON(JSON.parse(protos), {
    longs: String,
    enums: String,
    arrays: true,
    objects: true,
  });
  return definition["google.firestore.v1.Firestore"] as ServiceDefinition;
}

/**
 * The methods of Firestore's v1 service that its server libraries call.
 * @param reads counts how often each document is asked for by its name
 */
export function firestoreService(
  store: DocumentStore,
  faults: Faults | undefined,
  reads: Map<string, number>,
): UntypedServiceImplementation {
  const transactions = new Transactions();

  /** The transaction a read belongs to, begun here when the read asks for it. */
  function selected({ transaction, newTransaction }: TransactionSelector) {
    const begun = newTransaction && begin(newTransaction);
    const id = begun ?? (transaction?.length ? transaction : undefined);
    const documents: Documents = (id && transactions.snapshotOf(id)) ?? store;
    return { id, begun, documents };
  }

  function begin({ readOnly }: TransactionOptions) {
    return transactions.begin(readOnly && store.snapshot());
  }

  async function readQuery(
    { id, documents }: Pick<ReturnType<typeof selected>, "id" | "documents">,
    parent: string,
    query: StructuredQuery,
  ) {
    const found = runQuery(documents, parent, query);
    if (!id || documents !== store) return found;
    await transactions.lock(
      id,
      found.map(({ name }) => name),
    );
    const read = runQuery(store, parent, query);
    const versions = read.map(({ name }) => store.get(name));
    transactions.check(id, () => {
      const now = runQuery(store, parent, query).map(({ name }) => store.get(name));
      return (
        now.length === versions.length &&
        now.every((document, index) => document === versions[index])
      );
    });
    return read;
  }

  /** A write of a batch, which succeeds or fails by itself. */
  async function writeAlone(write: Write) {
    try {
      await transactions.writable([nameOf(write)]);
      return { result: store.commit([write]).writeResults[0], status: { code: 0 } };
    } catch (error) {
      if (!(error instanceof FirestoreFailure)) throw error;
      return { result: {}, status: { code: error.code, message: error.message } };
    }
  }

  return {
    BatchGetDocuments: serverStream<{ documents: string[] } & TransactionSelector>(
      faults,
      async (request, write) => {
        request.documents.forEach(checkName);
        const { id, begun, documents } = selected(request);
        if (begun) write({ transaction: begun });
        if (id) await transactions.lock(id, request.documents);
        const readTime = store.now();
        for (const name of request.documents) {
          reads.set(name, (reads.get(name) ?? 0) + 1);
          const found = documents.get(name);
          if (id) transactions.check(id, () => store.get(name) === found);
          write(found ? { found, readTime } : { missing: name, readTime });
        }
      },
    ),
    BeginTransaction: unary<{ options?: TransactionOptions }>(faults, ({ options }) => ({
      transaction: begin(options ?? {}),
    })),
    Commit: unary<{ writes: Write[]; transaction?: Uint8Array }>(
      faults,
      async ({ writes, transaction }) => {
        const id = transaction?.length ? transaction : undefined;
        try {
          await transactions.writable(writes.map(nameOf), id);
          if (id) transactions.verify(id);
          return store.commit(writes);
        } finally {
          if (id) transactions.end(id);
        }
      },
    ),
    Rollback: unary<{ transaction: Uint8Array }>(faults, ({ transaction }) => {
      transactions.end(transaction);
      return {};
    }),
    BatchWrite: unary<{ writes: Write[] }>(faults, async ({ writes }) => {
      const outcomes = await Promise.all(writes.map(writeAlone));
      return {
        writeResults: outcomes.map(({ result }) => result),
        status: outcomes.map(({ status }) => status),
      };
    }),
    RunQuery: serverStream<QueryRequest>(faults, async (request, write) => {
      const { begun, ...reading } = selected(request);
      if (begun) write({ transaction: begun });
      const found = await readQuery(reading, request.parent, request.structuredQuery);
      const readTime = store.now();
      for (const document of found) write({ document, readTime });
      if (found.length === 0) write({ readTime });
    }),
    RunAggregationQuery: serverStream<AggregationRequest>(faults, async (request, write) => {
      const { begun, ...reading } = selected(request);
      const { structuredQuery, aggregations } = request.structuredAggregationQuery;
      const found = await readQuery(reading, request.parent, structuredQuery);
      const aggregateFields = Object.fromEntries(
        aggregations.map((aggregation) => [aggregation.alias, aggregate(found, aggregation)]),
      );
      write({
        result: { aggregateFields },
        readTime: store.now(),
        ...(begun && { transaction: begun }),
      });
    }),
    ListDocuments: unary<{ parent: string; collectionId: string }>(faults, (request) => ({
      documents: runQuery(store, request.parent, { from: [request] }),
    })),
    ListCollectionIds: unary<{ parent: string }>(faults, ({ parent }) => {
      const ids = store
        .below(parent)
        .map(({ name }) => name.slice(parent.length + 1).split("/")[0]);
      return { collectionIds: [...new Set(ids)].sort() };
    }),
    Listen: listen(store),
  };
}
