const line = /^[0-9A-Fa-f]{35}:\d+$/;

/**
 * How often the answer of a range service names the rest of a password's digest (docs/interfaces/pwned.yaml). A range may be empty.
 * @param rest upper-case hexadecimal, without the five characters that were asked for
 * @returns undefined if the answer is no list of digests, so 0 means 'not found'
 */
export function timesInRange(answer: string, rest: string): number | undefined {
  const text = answer.trim();
  const lines = text === "" ? [] : text.split(/\r?\n/);
  if (!lines.every((one) => line.test(one))) return undefined;
  const own = lines.find((one) => one.toUpperCase().startsWith(rest));
  return Number(own?.split(":")[1] ?? 0);
}
