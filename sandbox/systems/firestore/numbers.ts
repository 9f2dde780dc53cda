import type { Value } from "./value.ts";

const most = 2n ** 63n - 1n;
const least = -(2n ** 63n);

export function isNumber(value: Value): boolean {
  return "integerValue" in value || "doubleValue" in value;
}

/** Integers as bigint, so that none of their 64 bits is lost; JavaScript compares both kinds exactly. */
function exact(value: Value): number | bigint {
  return value.integerValue === undefined ? (value.doubleValue ?? 0) : BigInt(value.integerValue);
}

/** Like `exact`; what is safely below 2^53 is compared without a bigint, which is slow. */
const comparable = (value: Value) =>
  value.integerValue !== undefined && value.integerValue.length < 16
    ? Number(value.integerValue)
    : exact(value);

export function numberOf(value: Value): number {
  return Number(exact(value));
}

/** NaN is before every other number, and equal to itself. */
export function compareNumbers(left: Value, right: Value): number {
  if (isNaNValue(left) || isNaNValue(right))
    return Number(isNaNValue(right)) - Number(isNaNValue(left));
  const [one, other] = [comparable(left), comparable(right)];
  return one < other ? -1 : one > other ? 1 : 0;
}

export function isNaNValue(value: Value): boolean {
  return Number.isNaN(value.doubleValue);
}

/** An increment (write.proto): a double where either is one; integers stop at the ends of 64 bits. */
export function increased(before: Value | undefined, increment: Value): Value {
  if (!before || !isNumber(before)) return increment;
  const [one, other] = [exact(before), exact(increment)];
  if (typeof one === "number" || typeof other === "number")
    return { doubleValue: Number(one) + Number(other) };
  const total = one + other;
  return { integerValue: String(total > most ? most : total < least ? least : total) };
}

/** `sign` 1 for the maximum, -1 for the minimum (write.proto). */
export function extreme(before: Value | undefined, limit: Value, sign: 1 | -1): Value {
  if (!before || !isNumber(before)) return limit;
  if (isNaNValue(before) || isNaNValue(limit)) return { doubleValue: Number.NaN };
  return compareNumbers(limit, before) * sign > 0 ? limit : before;
}

/** The sum of numbers: an integer where all are, and where it fits 64 bits. */
export function sumOf(numbers: Value[]): Value {
  const total = numbers.reduce((before, value) => before + numberOf(value), 0);
  if (!numbers.every((value) => "integerValue" in value)) return { doubleValue: total };
  const whole = numbers.reduce((before, value) => before + BigInt(exact(value)), 0n);
  return whole > most || whole < least ? { doubleValue: total } : { integerValue: String(whole) };
}
