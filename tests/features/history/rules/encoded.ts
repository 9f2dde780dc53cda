import { encodePeople } from "../../../../app/features/history/encode-people.ts";

/** All pieces at once, and where each category stands in them. */
export function encodedPeople(...given: Parameters<typeof encodePeople>) {
  const encoding = encodePeople(...given);
  const pieces: Uint8Array[] = [];
  for (;;) {
    const { value, done } = encoding.next();
    if (done) return { pieces, index: value };
    pieces.push(value);
  }
}
