import { createPlaces } from "~/platform/work/places.server";

/** For imports: one of each subscriber, and eight threads in all, as each takes a core, and memory that grows with its lists. */
const places = createPlaces({ own: 1, all: 8 });

export const takePlace = places.take;
