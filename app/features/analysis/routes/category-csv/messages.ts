import type { MessageProps } from "~/design/message";
import type { CategoryKey } from "~/features/analysis/profile";
import { addresses } from "~/platform/values/addresses";
import { say, sentences } from "~/platform/values/say";

const toAnalytics = sentences({ label: "Back to Analytics", href: addresses.analytics });

export const listNotFound: MessageProps = sentences({
  title: "Page not found",
  text: "There is no such file of your analysis.",
  links: [toAnalytics],
});

export const listUnavailable = (key: CategoryKey): MessageProps => ({
  art: "failing",
  title: say`Something went wrong`,
  text: say`We cannot read this list right now, and we do not want to give you half of it. Please try again in a moment.`,
  links: [{ label: say`Try again`, href: addresses.categoryFile(key) }, toAnalytics],
});
