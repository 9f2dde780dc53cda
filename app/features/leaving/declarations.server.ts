export { keepUnkept } from "~/features/leaving/services/unkept-declaration.server";
export {
  declarationsOf,
  shownWords,
  withdrawalsDueAfter,
} from "~/features/leaving/store/declarations.server";
