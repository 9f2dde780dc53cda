import { isUsername } from "./rules/username.ts";

/** The address of a person's profile on Instagram; undefined for what cannot be a username there. */
export const instagramAddress = (username: string): string | undefined =>
  isUsername(username) ? `https://www.instagram.com/${username.toLowerCase()}/` : undefined;
