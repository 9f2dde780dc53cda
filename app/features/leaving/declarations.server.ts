export { keepUnkept } from "~/features/leaving/services/unkept-declaration.server";
export {
  declarationsOf,
  shownWords,
  storedDeclarations,
  withdrawalsDueAfter,
} from "~/features/leaving/store/declarations.server";
export { objectionTo } from "~/features/leaving/store/objections.server";
