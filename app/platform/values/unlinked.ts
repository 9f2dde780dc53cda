/**
 * A text that a stranger wrote, for letters. An invisible character after dots, colons and at signs keeps mail programs
 * from making it a link.
 */
export const unlinked = (text: string): string => text.replace(/[.:@](?=\S)/g, "$&\u2060");
