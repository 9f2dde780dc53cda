import { Link } from "@remix-run/react";
import { buttonStyle } from "~/design/button";
import { addresses } from "~/platform/values/addresses";

/** Links to download or erase the data that the app holds about the subscriber, and to the ways in. */
export function YourData() {
  return (
    <section aria-labelledby="your-data" className="mt-9">
      <h2 id="your-data" className="text-xl font-extrabold">
        Your data
      </h2>
      <p className="mt-2 text-sm text-muted">
        Download a copy of everything that this app holds about you, or have it erased. We erase it
        automatically 24 months after your last visit.
      </p>
      <div className="mt-4 flex flex-col gap-3">
        <a href={addresses.myData} className={buttonStyle("quiet", "w-full")}>
          Download my data
        </a>
        <a href={addresses.security} className={buttonStyle("quiet", "w-full")}>
          Password and sign-ins
        </a>
        <Link
          to={addresses.eraseData}
          preventScrollReset
          className={buttonStyle("plain", "w-full")}
        >
          Erase my data
        </Link>
      </div>
    </section>
  );
}
