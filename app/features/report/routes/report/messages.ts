import type { MessageProps } from "~/design/message";
import { offerAddress } from "~/features/account/offer";
import { addresses } from "~/platform/values/addresses";
import { sentences } from "~/platform/values/say";

const toDashboard = sentences({ label: "Back to home page", href: addresses.dashboard });

export const reportNotOwned: MessageProps = sentences({
  title: "This is the profile PDF report",
  text: "Your account does not have the report yet. With it you can keep your figures, your top posts and every recommendation in one file.",
  links: [{ label: "See the report", href: offerAddress("profileReport") }, toDashboard],
});

export const inProgress: MessageProps = sentences({
  art: "waiting",
  title: "Your report is being prepared",
  text: "It is made from your latest figures. The download will start automatically in a few seconds.",
  links: [toDashboard],
});

export const notReady: MessageProps = sentences({
  title: "Your report is not ready yet",
  text: "It is made from the analysis of your profile, which has not finished. Please come back when your figures are ready.",
  links: [{ label: "See the analysis", href: addresses.analytics }, toDashboard],
});

/** Where no figures are yet, and the subscriber brings them. */
export const needsFigures: MessageProps = sentences({
  title: "Your report begins with your figures",
  text: "It is made from your Instagram export or your connected account. Bring us one of them, and your report is ready at once.",
  links: [{ label: "Get started", href: addresses.analytics }, toDashboard],
});

export const busy: MessageProps = sentences({
  art: "waiting",
  title: "Many reports are being made right now",
  text: "What you bought is safe. Please try again in half a minute.",
  links: [{ label: "Try again", href: addresses.report }, toDashboard],
});

/** The figures that it needs are damaged; the growth page computes them again. */
export const growthUnreadable: MessageProps = sentences({
  art: "failing",
  title: "Your growth has to be computed again",
  text: "The stored figures of your growth are damaged, so your report cannot be made. They can be computed again on the growth page. What you bought is safe.",
  links: [{ label: "Go to my growth", href: addresses.growth }, toDashboard],
});

export const failed: MessageProps = sentences({
  art: "failing",
  title: "Something went wrong",
  text: "We could not create your report right now. What you bought is safe. Please try again in a moment.",
  links: [{ label: "Try again", href: addresses.report }, toDashboard],
});
