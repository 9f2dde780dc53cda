import { projectId } from "#sandbox/in-process.ts";
import { startSharedFirestore } from "./any-firestore.ts";

/** One Firestore for the whole run; each test writes documents under ids of its own. */
export async function setup() {
  const firestore = await startSharedFirestore(projectId);
  process.env.FIRESTORE_EMULATOR_HOST = `127.0.0.1:${firestore.port}`;
  return () => firestore.stop();
}
