/**
 * Whether somebody on Instagram can have this name, in any case. Today no dot may stand at an end or beside another; names
 * of old accounts have such dots, but not dots alone.
 */
export const isUsername = (text: string): boolean =>
  text.length <= 30 && /^\.*[a-z0-9_][a-z0-9._]*$/i.test(text);

/** The address of a person's profile on Instagram; undefined for what cannot be a username there. */
export const instagramAddress = (username: string): string | undefined =>
  isUsername(username) ? `https://www.instagram.com/${username.toLowerCase()}/` : undefined;
