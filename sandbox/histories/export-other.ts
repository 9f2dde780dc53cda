import { randomBytes } from "node:crypto";
import type { ExportFile } from "./export-file.ts";
import type { ExportOptions } from "./export-options.ts";

const pictureBytes = 4 * 2 ** 20;

/** What an export holds beside what the app reads: messages, settings, pictures. */
export function oddFiles(options: ExportOptions): ExportFile[] {
  const text = (path: string, content: string): ExportFile => ({
    path,
    content: () => [Buffer.from(content)],
  });
  return [
    text(
      "your_instagram_activity/messages/inbox/elena_17890/message_1.json",
      `{\n  "participants": [{ "name": "Elena" }],\n  "messages": [{ "sender_name": "Elena", "timestamp_ms": ${options.at}000, "content": "A private message" }]\n}\n`,
    ),
    text("preferences/settings/comments_allowed_from.json", '{\n  "settings": []\n}\n'),
    ...pictures(options),
  ];
}

/** Pictures that cost nothing to make: random bytes once, the same for each. */
function pictures({ fillerBytes, at }: ExportOptions): ExportFile[] {
  if (fillerBytes === 0) return [];
  const picture = randomBytes(Math.min(pictureBytes, fillerBytes));
  const count = Math.ceil(fillerBytes / picture.length);
  return Array.from({ length: count }, (_, index) => ({
    path: `media/posts/${new Date(at * 1000).toISOString().slice(0, 7).replace("-", "")}/${17_900_000 + index}.jpg`,
    content: () => [picture],
    stored: true,
  }));
}
