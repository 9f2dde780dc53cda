import type { DataBlockId } from "~/platform/values/script-hooks";

/** Data for scripts as a JSON block. Browsers do not execute it, so the content security policy need not allow it. */
export function DataBlock({ id, value }: { id: DataBlockId; value: unknown }) {
  const json = JSON.stringify(value).replaceAll("<", "\\u003c");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: text in a script element is not parsed as markup, and nothing in it can end the element
  return <script type="application/json" id={id} dangerouslySetInnerHTML={{ __html: json }} />;
}
