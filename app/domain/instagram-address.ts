/** The address of a person's profile on Instagram; undefined for what cannot be a username there. */
export function instagramAddress(username: string): string | undefined {
  const isUsername = /^[a-z0-9._]{1,30}$/.test(username) && /[^.]/.test(username);
  return isUsername ? `https://www.instagram.com/${username}/` : undefined;
}
