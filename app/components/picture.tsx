interface PictureProps {
  /** Undefined where there is no picture to show. */
  src: string | undefined;
  alt: string;
  width: number;
  height: number;
  className?: string;
}

/** A subscriber's picture; the quiet placeholder below it shows where it is missing or cannot be fetched. */
export function Picture({ src, alt, className = "", ...rest }: PictureProps) {
  return (
    <span
      className={`block bg-tint bg-[url(/images/states/picture-missing.svg)] bg-center bg-no-repeat bg-size-[40%] ${className}`}
    >
      {src && (
        <img
          src={src}
          alt={alt}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
          {...rest}
        />
      )}
    </span>
  );
}
