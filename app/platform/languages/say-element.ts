import { cloneElement, type ReactElement, type ReactNode } from "react";
import { partsIn } from "~/platform/languages/messages.server";
import { isolated } from "~/platform/values/isolated";
import { voiceNow } from "~/platform/values/say";
import { resolve } from "~/platform/values/sentence";

type Element = ReactElement<{ children?: ReactNode }>;

/** An element's children in order: text, a value, an element that says nothing itself, or one that does. */
export type Shape = readonly ("text" | "value" | "element" | Shape)[];

/**
 * Puts what an element says into the reader's language. The build writes these calls (content/jsx-sentences.ts).
 * @param sentence what the element says: `You lost {0} people. <1>Who?</1>`
 */
export function sayElement(sentence: string, shape: Shape, element: Element): Element {
  const voice = voiceNow();
  if (!voice) return element;
  const slots: ReactNode[] = [];
  collect(shape, element, slots);
  const filled = resolve<ReactNode>(
    partsIn(voice, sentence),
    slots,
    voice.locale,
    (value) => isolated(value, voice.locale) as ReactNode,
    (nth, inside) => {
      const slot = slots[nth] as Element;
      return inside.length > 0 ? cloneElement(slot, undefined, ...inside) : slot;
    },
  );
  return cloneElement(element, undefined, ...filled);
}

/** Numbers values and elements in the order in which they begin. */
function collect(shape: Shape, { props: { children } }: Element, slots: ReactNode[]): void {
  const all = shape.length === 1 ? [children] : (children as ReactNode[]);
  for (const [nth, kind] of shape.entries()) {
    if (kind === "text") continue;
    slots.push(all[nth]);
    if (typeof kind === "object") collect(kind, all[nth] as Element, slots);
  }
}
