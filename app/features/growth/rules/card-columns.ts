/** What is taken for a card's border, padding and title, in pixels. */
const frame = 90;
/** The cost of a card in a row of its own: two columns that end so many pixels apart look as good. */
const costOfRow = 80;

/** How cards are laid out: so many in the first column, so many in the second, the rest in rows below. */
export interface CardColumns {
  first: number;
  second: number;
}

/**
 * Two columns of about one height, in the order of the cards: who goes on with a keyboard goes down one and then the
 * other. Cards at the end that would leave a hole have rows of their own, if they may.
 * @param cards about how tall each is, in pixels, and whether it may be as wide as the page
 */
export function cardColumns(cards: readonly { height: number; mayBeWide: boolean }[]): CardColumns {
  let best = { first: 0, second: 0, cost: Number.POSITIVE_INFINITY };
  for (let end = cards.length; end > 1; end -= 1) {
    for (let first = 1; first < end; first += 1) {
      const [one, other] = [cards.slice(0, first), cards.slice(first, end)].map(heightOf);
      const cost = Math.abs((one ?? 0) - (other ?? 0)) + (cards.length - end) * costOfRow;
      if (cost < best.cost) best = { first, second: end - first, cost };
    }
    if (!cards[end - 1]?.mayBeWide) break;
  }
  return { first: best.first, second: best.second };
}

const heightOf = (cards: readonly { height: number }[]): number =>
  cards.reduce((sum, { height }) => sum + frame + height, 0);
