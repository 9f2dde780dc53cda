/**
 * A text that a stranger wrote, for letters. An invisible character after dots, colons and at signs keeps mail programs
 * from making it a link.
 */
export const unlinked = (text: string): string => text.replace(/[.:@](?=\S)/g, `$&${joiner}`);

/** The same text for paper, on which nothing is made a link. */
export const asTyped = (text: string): string => text.replaceAll(joiner, "");

const joiner = "\u2060";
