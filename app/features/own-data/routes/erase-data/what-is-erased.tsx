const heading = "mt-5 font-bold";
const text = "mt-1 text-muted";

interface WhatIsErasedProps {
  supportEmail: string;
  /** `ANALYSIS_SOURCES` */
  sources: readonly string[];
}

/** What an erasure removes, what others keep, and what we keep. */
export function WhatIsErased({ supportEmail, sources }: WhatIsErasedProps) {
  const isConnected = sources.includes("instagram");
  const isImported = sources.includes("export");
  const support = (
    <a href={`mailto:${supportEmail}`} className="text-blue-ink underline">
      {supportEmail}
    </a>
  );
  return (
    <>
      <h2 className={heading}>What we erase now</h2>
      <p className={text}>
        The date of your last visit, your settings, whom you have hidden, your answers in the
        cancellation survey, and our records of your orders and cancellations. What an order or
        cancellation in progress still needs is erased as soon as it is completed.
        {isConnected && isImported
          ? " With them go your connection to Instagram with our access to your account and what it gave, and the Instagram exports that you imported, as far as we keep them, and all that we computed from that."
          : isConnected
            ? " With them go your connection to Instagram with our access to your account and what it gave, and all that we computed from that."
            : isImported &&
              " With them go the Instagram exports that you imported, as far as we keep them, and all that we computed from that."}
      </p>
      <h2 className={heading}>What others keep</h2>
      <p className={text}>
        Billing keeps your subscription and payments for as long as the law requires. The sign-in
        provider keeps your account, so that you can still use what you have paid for.
      </p>
      {sources.includes("outside") && (
        <>
          <h2 className={heading}>The analysis of your profile</h2>
          {isConnected || isImported ? (
            <p className={text}>
              If another service made it, that service keeps it. This app only reads it and cannot
              erase it. We record your request for the people who run that service. Ask about it at{" "}
              {support}.
            </p>
          ) : (
            <p className={text}>
              The analysis service keeps it. This app only reads it and cannot erase it. We record
              your request for the people who run that service. Ask about it at {support}.
            </p>
          )}
        </>
      )}
      <h2 className={heading}>What we keep</h2>
      <p className={text}>
        Your account number and the date of your request, for 24 months, so that we can show that it
        was carried out. If you have canceled or withdrawn: that and when, without your name and
        address, as long as the law of your place asks, and 3 years where it does not say. It is our
        proof, and yours.
      </p>
    </>
  );
}
