import { legalText } from "~/features/site/services/legal.server";

export { Legal as default, legalMeta as meta } from "~/features/site/views/legal";

export const loader = () => legalText("privacy");
