export function number(value: number | null | undefined): string {
  return value === null || value === undefined ? "pending" : value.toLocaleString("en-US");
}

export function ratio(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: value < 10 ? 1 : 0 });
}

export function signed(value: number): string {
  return `${value < 0 ? "−" : "+"}${number(Math.abs(value))}`;
}

export function plural(count: number, unit: string): string {
  return `${number(count)} ${unit}${count === 1 ? "" : "s"}`;
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function formatDate(date: Date): string {
  return date.toLocaleDateString("en-US", { dateStyle: "medium", timeZone: "UTC" });
}
