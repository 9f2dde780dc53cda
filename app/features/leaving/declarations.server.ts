export { declarationsOf, shownWords } from "~/features/leaving/store/declarations.server";
