import { type ClientRequest, type IncomingMessage, request } from "node:http";
import type { HostileCase } from "./hostile-case.ts";

interface Upload {
  sending: ClientRequest;
  answered: Promise<{ status: number; headers: IncomingMessage["headers"]; body: string }>;
}

/** Begins to send the form as somebody; the rest is sent by the caller. */
export function openUpload(
  origin: string,
  cookie: string,
  { contentType, body }: HostileCase,
): Upload {
  const sending = request(`${origin}/dashboard/import`, {
    method: "POST",
    agent: false,
    headers: { origin, cookie, "content-type": contentType, "content-length": body.byteLength },
  });
  const answered = new Promise<Awaited<Upload["answered"]>>((resolve, reject) => {
    sending.on("error", reject).on("response", async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      const { statusCode: status = 0, headers } = response;
      resolve({ status, headers, body: Buffer.concat(chunks).toString() });
    });
  });
  // Who leaves hears nothing.
  answered.catch(() => {});
  return { sending, answered };
}
