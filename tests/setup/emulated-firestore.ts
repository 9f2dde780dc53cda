import { Firestore } from "@google-cloud/firestore";

/** A client of the emulator that FIRESTORE_EMULATOR_HOST names. Without a domain it asks Google's metadata server for one, as app/platform/store/firebase.server.ts says. */
export const emulatedFirestore = (projectId: string): Firestore =>
  new Firestore({ projectId, clientOptions: { universeDomain: "googleapis.com" } });
