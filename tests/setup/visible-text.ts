const entities: Record<string, string> = { "&amp;": "&", "&#x27;": "'", "&quot;": '"' };

/** What a person reads: the body without its tags, entities and scripts. */
export function visibleText(html: string): string {
  return (html.split("<body>")[1] ?? "")
    .replace(/<script.*?<\/script>/gs, " ")
    .replace(/<!--.*?-->/gs, "")
    .replace(/<\/?(?:span|strong|em|b|a)\b[^>]*>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/&(amp|#x27|quot);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, " ");
}
