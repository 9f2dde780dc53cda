import { fork } from "node:child_process";
import { once } from "node:events";
import type { Faults } from "../../sandbox/faults.ts";
import { type FirestoreEmulator, startFirestore } from "../../sandbox/systems/firestore.ts";

interface AnyFirestore extends Pick<FirestoreEmulator, "port" | "stop"> {
  clear(): void | Promise<void>;
}

const isOther = process.env.FIRESTORE === "other";

/** The sandbox's Firestore, or with `FIRESTORE=other` the one that `npm run test:other-firestore` tries beside it. */
export function startAnyFirestore(projectId: string, faults?: Faults): Promise<AnyFirestore> {
  if (isOther) return startApart("other-firestore.ts");
  return startFirestore(projectId, faults && { faults });
}

/** In a process of its own: vitest's own transforms what the tests load, and would keep their calls waiting. */
export const startSharedFirestore = (
  projectId: string,
): Promise<Pick<AnyFirestore, "port" | "stop">> =>
  startApart(isOther ? "other-firestore.ts" : "own-firestore.ts", projectId);

async function startApart(program: string, ...words: string[]): Promise<AnyFirestore> {
  const child = fork(new URL(program, import.meta.url), words);
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  return {
    port,
    async clear() {
      child.send("clear");
      await once(child, "message");
    },
    async stop() {
      child.disconnect();
      await once(child, "exit");
    },
  };
}
