import { openWay, type SectionInput, type ShownSection, wayToConnect } from "./section.ts";

/** Stands for engagement, reach and best hours where nothing of the posts is known. */
export function postsUnknown({ knowing }: SectionInput): ShownSection {
  return {
    key: "engagement",
    title: "Engagement, reach and best hours",
    notes: [
      knowing.isConnected
        ? "Instagram has not told us anything of your posts yet."
        : "Likes, comments and reach are not in these exports. Instagram tells them to those who connect a professional account.",
    ],
    way: wayToConnect(knowing),
  };
}

/** Stands for who came, left and stayed where there is no export. */
export function followsUnknown({ knowing }: SectionInput): ShownSection {
  return {
    key: "gained-and-left",
    title: "Who came, left and stayed",
    notes: [
      "The times at which people followed are in your Instagram export. With a second one, you see who left in between.",
    ],
    way: openWay(knowing, "import", "Import your export"),
  };
}
