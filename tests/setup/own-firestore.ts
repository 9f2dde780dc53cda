import { startFirestore } from "../../sandbox/systems/firestore.ts";

/** The sandbox's Firestore in a process of its own (any-firestore.ts). It says its port once it listens. */
const { port } = await startFirestore(process.argv[2] ?? "");
process.on("disconnect", () => process.exit());
process.send?.({ port });
