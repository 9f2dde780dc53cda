// Loaded into a server under load (`--import`). Replies to each message with the memory usage after a garbage collection.
// Plain JavaScript: for the first TypeScript file, Node loads a compiler that takes 17 MiB.
process.on("message", () => {
  // Twice: objects finalized in the first collection are freed in the second.
  globalThis.gc?.();
  globalThis.gc?.();
  process.send?.(process.memoryUsage());
});
// The channel must not keep the process alive.
process.channel?.unref();
