import { fork } from "node:child_process";
import { once } from "node:events";
import type { Faults } from "../../sandbox/faults.ts";
import { type FirestoreEmulator, startFirestore } from "../../sandbox/systems/firestore.ts";

interface AnyFirestore extends Pick<FirestoreEmulator, "port" | "stop"> {
  clear(): void | Promise<void>;
}

/** The sandbox's Firestore, or with `FIRESTORE=other` the one that `npm run test:other-firestore` tries beside it. */
export function startAnyFirestore(projectId: string, faults?: Faults): Promise<AnyFirestore> {
  if (process.env.FIRESTORE === "other") return startOther();
  return startFirestore(projectId, faults && { faults });
}

async function startOther(): Promise<AnyFirestore> {
  const child = fork(new URL("other-firestore.ts", import.meta.url));
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
