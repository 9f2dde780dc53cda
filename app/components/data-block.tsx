import type { DataBlockId } from "~/domain/script-hooks";

/** Data for scripts, as JSON that no browser executes, so that the content security policy has nothing to allow. */
export function DataBlock({ id, value }: { id: DataBlockId; value: unknown }) {
  const json = JSON.stringify(value).replaceAll("<", "\\u003c");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: text in a script element is not parsed as markup, and nothing in it can end the element
  return <script type="application/json" id={id} dangerouslySetInnerHTML={{ __html: json }} />;
}
