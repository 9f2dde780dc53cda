import { writeFileSync } from "node:fs";
import { streetPicture } from "./picture.ts";
import { measureArrows } from "./survey.ts";

// `npm run format` draws the README's picture of the street anew.
writeFileSync("docs/street.svg", streetPicture(measureArrows()));
