import type { handleBidiStreamingCall } from "@grpc/grpc-js";
import type { Document } from "./document.ts";
import { runQuery, type StructuredQuery } from "./query.ts";
import type { DocumentStore } from "./store.ts";

interface ListenRequest {
  database: string;
  addTarget?: {
    targetId: number;
    query?: { parent: string; structuredQuery: StructuredQuery };
    documents?: { documents: string[] };
  };
  removeTarget?: number;
}

/** Snapshot listeners: what a target shows first, then each change to it. */
export function listen(store: DocumentStore): handleBidiStreamingCall<ListenRequest, object> {
  return (call) => {
    const targets = new Map<number, { read: () => Document[]; shown: Map<string, Document> }>();

    function update(targetId: number) {
      const target = targets.get(targetId);
      if (!target) return;
      const now = new Map(target.read().map((document) => [document.name, document]));
      let changed = false;
      for (const [name, document] of now) {
        if (target.shown.get(name) === document) continue;
        call.write({ documentChange: { document, targetIds: [targetId] } });
        changed = true;
      }
      const readTime = store.now();
      for (const name of target.shown.keys()) {
        if (now.has(name)) continue;
        call.write({ documentDelete: { document: name, removedTargetIds: [targetId], readTime } });
        changed = true;
      }
      target.shown = now;
      return changed;
    }
    function settle() {
      call.write({
        targetChange: {
          targetChangeType: "NO_CHANGE",
          readTime: store.now(),
          resumeToken: Buffer.from([1]),
        },
      });
    }

    call.on("data", ({ addTarget, removeTarget }: ListenRequest) => {
      if (removeTarget) targets.delete(removeTarget);
      if (!addTarget) return;
      const { targetId, query, documents } = addTarget;
      const read = () =>
        query
          ? runQuery(store, query.parent, query.structuredQuery)
          : (documents?.documents ?? [])
              .map((name) => store.get(name))
              .filter((document) => document !== undefined);
      targets.set(targetId, { read, shown: new Map() });
      const readTime = store.now();
      call.write({ targetChange: { targetChangeType: "ADD", targetIds: [targetId] } });
      update(targetId);
      for (const name of documents?.documents ?? []) {
        if (store.get(name)) continue;
        call.write({ documentDelete: { document: name, removedTargetIds: [targetId], readTime } });
      }
      call.write({
        targetChange: {
          targetChangeType: "CURRENT",
          targetIds: [targetId],
          readTime,
          resumeToken: Buffer.from([1]),
        },
      });
      settle();
    });
    const stop = store.onChange(() => {
      const changes = [...targets.keys()].map(update);
      if (changes.some(Boolean)) settle();
    });
    call.on("cancelled", stop);
    call.on("error", stop);
    call.on("end", () => {
      stop();
      call.end();
    });
  };
}
