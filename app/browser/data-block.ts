import type { DataBlockId } from "../domain/script-hooks.ts";

/** What the server wrote into the page as JSON; undefined where it wrote nothing. */
export function readDataBlock(id: DataBlockId): unknown {
  const text = document.getElementById(id)?.textContent;
  return text ? JSON.parse(text) : undefined;
}
