import { withCommas } from "~/platform/values/numbers";

export interface ClaimsProps {
  /** The number of users, in words. */
  users?: string | undefined;
  /** Of 5. */
  rating?: number | undefined;
}

const faces = [1, 2, 3];

/** The operator's claims (docs/product.md#landing-page). A claim that is not set is not shown. */
export function Claims({ users, rating }: ClaimsProps) {
  if (users === undefined && rating === undefined) return null;
  return (
    <ul className="mt-8 flex flex-wrap items-center justify-center gap-x-6 gap-y-4 sm:justify-start sm:gap-x-8">
      {users !== undefined && (
        <li className="flex items-center gap-2.5">
          <span className="flex shrink-0">
            {faces.map((face) => (
              <img
                key={face}
                src={`/images/landing/testimonial-${face}.svg`}
                alt=""
                width="40"
                height="40"
                className="-ms-3 size-[40px] rounded-full border-3 border-surface first:ms-0"
              />
            ))}
          </span>
          <span className="leading-tight">
            <strong className="font-extrabold">{users}</strong>
            <br />
            <span className="text-sm text-muted">users</span>
          </span>
        </li>
      )}
      {rating !== undefined && (
        <li className="leading-tight">
          <Stars rating={rating} />
          <strong className="font-extrabold">{withCommas(rating)}</strong>{" "}
          <span className="text-sm text-muted">out of 5</span>
        </li>
      )}
    </ul>
  );
}

const star =
  "M12 2.5l2.900 6 6.600.9-4.800 4.600 1.200 6.500L12 17.400l-5.900 3.100 1.200-6.500L2.500 9.400l6.600-.9z";

/** Five stars, the last one partly filled. */
function Stars({ rating }: { rating: number }) {
  return (
    <svg viewBox="0 0 120 24" width="100" height="20" className="h-5 w-25" aria-hidden="true">
      {[0, 1, 2, 3, 4].map((index) => (
        <g key={index} transform={`translate(${index * 24})`}>
          <path d={star} className="fill-line" />
          <clipPath id={`star-${index}`}>
            <rect width={Math.max(0, Math.min(1, rating - index)) * 24} height="24" />
          </clipPath>
          <path d={star} fill="#ffab2e" clipPath={`url(#star-${index})`} />
        </g>
      ))}
    </svg>
  );
}
