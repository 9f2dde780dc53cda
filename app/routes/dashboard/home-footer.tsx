import { Link } from "@remix-run/react";
import { footerLink, SubscriberFooter } from "~/components/subscriber-footer";
import { addresses } from "~/web/addresses";

export function HomeFooter() {
  return (
    <SubscriberFooter
      myPlan={
        <Link to={addresses.myPlan} preventScrollReset className={footerLink}>
          My Plan
        </Link>
      }
    />
  );
}
