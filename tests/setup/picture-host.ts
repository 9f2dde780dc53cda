import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

export const tinyGif = Buffer.from(
  "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
  "base64",
);

export async function listen(listener: RequestListener) {
  const local = createServer(listener);
  await new Promise<void>((resolve) => local.listen(0, "127.0.0.1", resolve));
  const { port } = local.address() as AddressInfo;
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        local.close(resolve);
        local.closeAllConnections();
      }),
  };
}
