/** A text for robots and researchers. They may keep it for an hour. */
export const publicFile = (text: string, type: string): Response =>
  new Response(text, {
    headers: { "content-type": `${type}; charset=utf-8`, "cache-control": "public, max-age=3600" },
  });
