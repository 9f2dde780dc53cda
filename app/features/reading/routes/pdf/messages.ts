import type { MessageProps } from "~/design/message";
import { offerAddress } from "~/features/account/offer";
import type { PaidPdf } from "~/features/reading/rules/paid-pdf";
import { addresses } from "~/platform/values/addresses";
import { say, sentences } from "~/platform/values/say";

const toDashboard = sentences({ label: "Back to home page", href: addresses.dashboard });

export const pdfNotFound: MessageProps = sentences({
  title: "Page not found",
  text: "There is nothing at this address. It may have moved, or the link may be incomplete.",
  links: [toDashboard],
});

/** Whether the subscriber owns the file is not known, because the subscription service is down. */
export const pdfUnavailable = ({ file }: PaidPdf): MessageProps => ({
  art: "failing",
  title: say`Something went wrong`,
  text: say`We cannot open your file right now. What you bought is safe. Please try again in a moment.`,
  links: [{ label: say`Try again`, href: addresses.pdf(file) }, toDashboard],
});

export const pdfNotOwned = ({ product }: PaidPdf): MessageProps =>
  product === "pdfCourse"
    ? {
        title: say`This lesson is part of the Instagram PRO course`,
        text: say`Your account does not have the course yet. With it you can read all ten lessons.`,
        links: [{ label: say`See the course`, href: offerAddress("pdfCourse") }, toDashboard],
      }
    : {
        title: say`This is the 2025 IG Reels Playbook`,
        text: say`Your account does not have the playbook yet.`,
        links: [{ label: say`See the playbook`, href: offerAddress("reelsPlaybook") }, toDashboard],
      };
