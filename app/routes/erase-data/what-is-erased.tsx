const heading = "mt-5 font-bold";
const text = "mt-1 text-muted";

/** What an erasure removes, what others keep, and what we keep. */
export function WhatIsErased({ supportEmail }: { supportEmail: string }) {
  return (
    <>
      <h2 className={heading}>What we erase now</h2>
      <p className={text}>
        The date of your last visit, your answers in the cancellation survey, and our records of
        your orders and cancellations. What an order or cancellation in progress still needs is
        erased as soon as it is completed.
      </p>
      <h2 className={heading}>What others keep</h2>
      <p className={text}>
        Billing keeps your subscription and payments for as long as the law requires. The sign-in
        provider keeps your account, so that you can still use what you have paid for.
      </p>
      <h2 className={heading}>The analysis of your profile</h2>
      <p className={text}>
        The analysis service keeps it. This app only reads it and cannot erase it. We record your
        request for the people who run that service. Ask about it at{" "}
        <a href={`mailto:${supportEmail}`} className="text-blue-ink underline">
          {supportEmail}
        </a>
        .
      </p>
      <h2 className={heading}>What we keep</h2>
      <p className={text}>
        Your account number and the date of your request, for 24 months, so that we can show that it
        was carried out.
      </p>
    </>
  );
}
