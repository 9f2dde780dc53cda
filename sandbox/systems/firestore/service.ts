import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type ServiceDefinition, status, type UntypedServiceImplementation } from "@grpc/grpc-js";
import { fromJSON } from "@grpc/proto-loader";
import type { Faults } from "../../faults.ts";
import { serverStream, unary } from "./calls.ts";
import { listen } from "./listen.ts";
import { type Aggregation, aggregate, runQuery, type StructuredQuery } from "./query.ts";
import { type DocumentStore, FirestoreFailure, type Write } from "./store.ts";
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
    if (newTransaction) {
      const begun = transactions.begin(Boolean(newTransaction.readOnly));
      return { id: begun, begun };
    }
    return { id: transaction?.length ? transaction : undefined, begun: undefined };
  }

  async function readQuery(id: Uint8Array | undefined, parent: string, query: StructuredQuery) {
    const found = runQuery(store, parent, query);
    if (!id) return found;
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

  return {
    BatchGetDocuments: serverStream<{ documents: string[] } & TransactionSelector>(
      faults,
      async (request, write) => {
        const { id, begun } = selected(request);
        if (begun) write({ transaction: begun });
        if (id) await transactions.lock(id, request.documents);
        const readTime = store.now();
        for (const name of request.documents) {
          reads.set(name, (reads.get(name) ?? 0) + 1);
          const found = store.get(name);
          if (id) transactions.check(id, () => store.get(name) === found);
          write(found ? { found, readTime } : { missing: name, readTime });
        }
      },
    ),
    BeginTransaction: unary<{ options?: TransactionOptions }>(faults, ({ options }) => ({
      transaction: transactions.begin(Boolean(options?.readOnly)),
    })),
    Commit: unary<{ writes: Write[]; transaction?: Uint8Array }>(
      faults,
      ({ writes, transaction }) => {
        if (!transaction?.length) return store.commit(writes);
        try {
          transactions.verify(transaction);
          return store.commit(writes);
        } finally {
          transactions.end(transaction);
        }
      },
    ),
    Rollback: unary<{ transaction: Uint8Array }>(faults, ({ transaction }) => {
      transactions.end(transaction);
      return {};
    }),
    BatchWrite: unary<{ writes: Write[] }>(faults, ({ writes }) => {
      const outcomes = writes.map((write) => {
        try {
          return { result: store.commit([write]).writeResults[0], status: { code: status.OK } };
        } catch (error) {
          if (!(error instanceof FirestoreFailure)) throw error;
          return { result: {}, status: { code: error.code, message: error.message } };
        }
      });
      return {
        writeResults: outcomes.map(({ result }) => result),
        status: outcomes.map(({ status }) => status),
      };
    }),
    RunQuery: serverStream<QueryRequest>(faults, async (request, write) => {
      const { id, begun } = selected(request);
      if (begun) write({ transaction: begun });
      const found = await readQuery(id, request.parent, request.structuredQuery);
      const readTime = store.now();
      for (const document of found) write({ document, readTime });
      if (found.length === 0) write({ readTime });
    }),
    RunAggregationQuery: serverStream<AggregationRequest>(faults, async (request, write) => {
      const { id, begun } = selected(request);
      const { structuredQuery, aggregations } = request.structuredAggregationQuery;
      const found = await readQuery(id, request.parent, structuredQuery);
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
