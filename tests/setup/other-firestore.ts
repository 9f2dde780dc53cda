import { FirestoreServer } from "@firestore-emulator/server";
import { type Server, ServerCredentials } from "@grpc/grpc-js";

/**
 * `@firestore-emulator/server` in a process of its own (any-firestore.ts): what it does not know it throws where
 * nobody catches it, and writes to the console. It says its port once it listens; any message clears it.
 */
process.on("unhandledRejection", () => {});
process.on("uncaughtException", () => {});
console.error = () => {};

const other = new FirestoreServer();
// Its own start() listens on every address, and wants to be told a port.
const server: Server = Reflect.get(other, "server");
server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  process.send?.({ port });
});
process.on("message", () => {
  other.state.clear();
  process.send?.({ cleared: true });
});
process.on("disconnect", () => process.exit());
