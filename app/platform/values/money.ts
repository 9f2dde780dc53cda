import { voiceNow } from "./say.ts";

/** `13.99` → `"$13.99"`, `49` → `"$49"`; in other languages as they write dollars. */
export function dollars(amount: number): string {
  const voice = voiceNow();
  if (voice)
    return signInOrder(
      amount.toLocaleString(voice.locale, {
        style: "currency",
        currency: "USD",
        trailingZeroDisplay: "stripIfInteger",
      }),
    );
  return `$${Number.isInteger(amount) ? amount : amount.toFixed(2)}`;
}

/** `€13.99`, what the subscription service says; in other languages as they write that money. */
export function inMoney({ amount, currency }: { amount: string; currency: string }): string {
  const locale = voiceNow()?.locale ?? "en-US";
  return signInOrder(Number(amount).toLocaleString(locale, { style: "currency", currency }));
}

/** `Intl` ends Arabic prices with `US$`, and a line from right to left would turn that into `$US`. */
const signInOrder = (price: string): string => price.replace(/\p{L}\p{Sc}$/u, "$&\u200e");
