import type { Face } from "./theme.ts";

/** A stretch of one line in one style. */
export interface Segment {
  text: string;
  width: number;
  face: Face;
  color: string;
  code: boolean;
  href: string | undefined;
}

export interface Line {
  segments: Segment[];
  width: number;
}
