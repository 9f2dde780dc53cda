/** A news item's picture. A fallback illustration behind it shows if it is missing or cannot be fetched. */
export function NewsPicture({
  src,
  eager = false,
  className,
}: {
  src: string | undefined;
  eager?: boolean;
  className: string;
}) {
  return (
    <span
      className={`block overflow-hidden bg-tint bg-[url(/images/news/fallback.svg)] bg-cover bg-center ${className}`}
    >
      {src && (
        <img
          src={src}
          alt=""
          width="860"
          height="480"
          loading={eager ? "eager" : "lazy"}
          decoding="async"
          className="size-full object-cover"
        />
      )}
    </span>
  );
}
