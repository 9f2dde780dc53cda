import { Link } from "@remix-run/react";
import { buttonStyle } from "~/components/button";
import { addresses } from "~/web/addresses";

/** What the subscriber may do with the data that the app holds about them. */
export function YourData() {
  return (
    <section aria-labelledby="your-data" className="mt-9">
      <h2 id="your-data" className="text-xl font-extrabold">
        Your data
      </h2>
      <p className="mt-2 text-sm text-muted">
        Take a copy of everything that we hold about you, or have it erased. We erase it by
        ourselves 24 months after you were last here.
      </p>
      <div className="mt-4 flex flex-col gap-3">
        <a href={addresses.myData} className={buttonStyle("quiet", "w-full")}>
          Download my data
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
