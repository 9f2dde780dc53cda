import type { MessageProps } from "~/design/message";
import { offerAddress } from "~/features/account/offer";
import type { PaidPdf } from "~/features/reading/rules/paid-pdf";
import { addresses } from "~/platform/values/addresses";

const toDashboard = { label: "Back to home page", href: addresses.dashboard };

export const pdfNotFound: MessageProps = {
  title: "Page not found",
  text: "There is nothing at this address. It may have moved, or the link may be incomplete.",
  links: [toDashboard],
};

/** Whether the subscriber owns the file is not known, because the subscription service is down. */
export const pdfUnavailable = ({ file }: PaidPdf): MessageProps => ({
  art: "failing",
  title: "Something went wrong",
  text: "We cannot open your file right now. What you bought is safe. Please try again in a moment.",
  links: [{ label: "Try again", href: addresses.pdf(file) }, toDashboard],
});

export const pdfNotOwned = ({ product }: PaidPdf): MessageProps =>
  product === "pdfCourse"
    ? {
        title: "This lesson is part of the Instagram PRO course",
        text: "Your account does not have the course yet. With it you can read all ten lessons.",
        links: [{ label: "See the course", href: offerAddress("pdfCourse") }, toDashboard],
      }
    : {
        title: "This is the 2025 IG Reels Playbook",
        text: "Your account does not have the playbook yet.",
        links: [{ label: "See the playbook", href: offerAddress("reelsPlaybook") }, toDashboard],
      };
