const entities: Record<string, string> = { "&amp;": "&", "&#x27;": "'", "&quot;": '"' };

/** The visible text of a page: the body without tags and scripts, entities decoded. */
export function visibleText(html: string): string {
  return (html.split("<body>")[1] ?? "")
    .replace(/<script.*?<\/script>/gs, " ")
    .replace(/<!--.*?-->/gs, "")
    .replace(/<\/?(?:span|strong|em|b|a)\b[^>]*>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/&(amp|#x27|quot);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, " ");
}
