import type { DataBlockId } from "../values/script-hooks.ts";

/** The JSON that the server rendered into the page under this id; nothing if there is none. */
export function readDataBlock(id: DataBlockId): unknown {
  const text = document.getElementById(id)?.textContent;
  return text && JSON.parse(text);
}
