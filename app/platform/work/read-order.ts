/**
 * What a program of the operator's was asked for, or else its usage, and exit code 2.
 * @param read throws, or returns undefined, where the command line asks for nothing that there is
 */
export function readOrder<T>(usage: string, read: () => T | undefined): T {
  try {
    const order = read();
    if (order !== undefined) return order;
  } catch {
    // Unknown option.
  }
  return refuseUse(usage);
}

export function refuseUse(usage: string): never {
  process.stderr.write(`${usage}\n`);
  process.exit(2);
}
