/**
 * An option of a program that must be a number, or else the end of the program: a loop until NaN does nothing, and would
 * end as if all were well.
 */
export function numberOption<K extends string>(
  values: Readonly<Partial<Record<K, string>>>,
  name: K,
): number {
  const text = values[name] ?? "";
  const number = Number(text);
  if (text.trim() !== "" && Number.isFinite(number) && number >= 0) return number;
  process.stderr.write(`--${name} must be a number\n`);
  process.exit(2);
}
