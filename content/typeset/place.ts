import type { Block } from "./markdown.ts";
import type { Pen, Tag } from "./pen.ts";

/** Where blocks are composed. */
export interface Place {
  file: string;
  pen: Pen;
  x: number;
  width: number;
  tag: Tag;
  /** Told where each heading came to stand, for bookmarks and the list of contents. */
  onHeading(heading: Block & { kind: "heading" }, y: number): void;
}
