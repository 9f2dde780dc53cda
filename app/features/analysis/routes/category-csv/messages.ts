import type { MessageProps } from "~/design/message";
import type { CategoryKey } from "~/features/analysis/profile";
import { addresses } from "~/platform/values/addresses";

const toAnalytics = { label: "Back to Analytics", href: addresses.analytics };

export const listNotFound: MessageProps = {
  title: "Page not found",
  text: "There is no such file of your analysis.",
  links: [toAnalytics],
};

export const listUnavailable = (key: CategoryKey): MessageProps => ({
  art: "failing",
  title: "Something went wrong",
  text: "We cannot read this list right now, and we do not want to give you half of it. Please try again in a moment.",
  links: [{ label: "Try again", href: addresses.categoryFile(key) }, toAnalytics],
});
