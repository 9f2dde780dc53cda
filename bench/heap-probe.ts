// Loaded into a server under load (`--import`): answers each message with its memory after a collection.
process.on("message", () => {
  // Twice: what is finalized in the first goes in the second.
  globalThis.gc?.();
  globalThis.gc?.();
  process.send?.(process.memoryUsage());
});
// The channel keeps no process alive that wants to end.
process.channel?.unref();
