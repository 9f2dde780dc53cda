interface PictureProps {
  /** Undefined if there is no picture. */
  src: string | undefined;
  alt: string;
  width: number;
  height: number;
  className?: string;
}

/** A picture from the profile. A placeholder behind it shows if it is missing or cannot be fetched. */
export function Picture({ src, alt, className = "", ...rest }: PictureProps) {
  return (
    <span className={`picture ${className}`}>
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
