/** What is in a card, as far as its height goes. */
interface CardContent {
  hasChart?: boolean;
  /** Lines of a list. */
  rows?: number;
  /** Boxes within the card. */
  boxes?: number;
  hasForm?: boolean;
  text: readonly string[];
}

const charactersOfLine = 58;
const small = { line: 20, gap: 8 };
/** Where words stand alone they are larger, in a box. */
const alone = { line: 24, gap: 8, box: 40 };

/** About how tall a card's content is on a page of 1280 px, in pixels: enough to say which cards go side by side. */
export function cardHeight({ hasChart, rows = 0, boxes = 0, hasForm, text }: CardContent): number {
  const isAlone = !hasChart && rows + boxes === 0;
  const { line, gap } = isAlone ? alone : small;
  const words = text.reduce(
    (sum, { length }) => sum + gap + line * Math.ceil(length / charactersOfLine),
    0,
  );
  return (
    words +
    (isAlone ? alone.box : 0) +
    (hasChart ? 390 : 0) +
    rows * 34 +
    boxes * 100 +
    (hasForm ? 250 : 0)
  );
}
