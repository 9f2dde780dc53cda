import type { ReactNode } from "react";

export function Icon({
  children,
  className = "size-6",
}: {
  children: ReactNode;
  className?: string | undefined;
}) {
  return (
    <svg viewBox="0 0 24 24" className={`icon ${className}`} aria-hidden="true">
      {children}
    </svg>
  );
}

const drawings = {
  back: <path d="M15 5l-7 7 7 7" />,
  forward: <path d="M9 5l7 7-7 7" />,
  growth: <path d="M4 19V5M4 19h16M7.5 14.5l4-4.5 3 2.5L19.5 7" />,
  key: (
    <>
      <circle cx="8" cy="15.5" r="4" />
      <path d="M11 12.5L19 4.5M15.5 8l2.5 2.5" />
    </>
  ),
  menu: <path d="M4 7h16M4 12h16M4 17h16" />,
  close: <path d="M6 6l12 12M18 6L6 18" />,
  plan: (
    <>
      <rect x="3" y="5" width="18" height="14" rx="3" />
      <path d="M3 10h18M7 15h4" />
    </>
  ),
  stalkers: (
    <>
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
      <circle cx="12" cy="12" r="3" />
    </>
  ),
  admirers: (
    <path d="M12 20s-7.5-4.6-7.5-10A4.3 4.3 0 0112 7.4 4.3 4.3 0 0119.5 10c0 5.4-7.5 10-7.5 10z" />
  ),
  safety: (
    <>
      <path d="M12 3l7.5 3v5.5c0 4.6-3.1 8-7.5 9.5-4.4-1.5-7.5-4.9-7.5-9.5V6z" />
      <path d="M9 12l2.2 2.2L15.5 10" />
    </>
  ),
  insights: (
    <>
      <path d="M9 18h6M10 21h4" />
      <path d="M12 3a6 6 0 00-3.6 10.8c.7.6 1.1 1.3 1.1 2.2h5c0-.9.4-1.6 1.1-2.2A6 6 0 0012 3z" />
    </>
  ),
  news: (
    <>
      <path d="M5 5h11v14H7a2 2 0 01-2-2z" />
      <path d="M16 9h3v8a2 2 0 01-2 2M8 9h5M8 13h5" />
    </>
  ),
  terms: (
    <>
      <path d="M7 3h7l4 4v14H7z" />
      <path d="M14 3v4h4M10 12h5M10 16h5" />
    </>
  ),
  privacy: (
    <>
      <rect x="5" y="11" width="14" height="9" rx="2.5" />
      <path d="M8 11V8a4 4 0 018 0v3" />
    </>
  ),
  logOut: <path d="M14 4h3a2 2 0 012 2v12a2 2 0 01-2 2h-3M10 8l-4 4 4 4M6 12h9" />,
  notifications: (
    <>
      <path d="M6 16V11a6 6 0 0112 0v5l1.5 2h-15z" />
      <path d="M10 21h4" />
    </>
  ),
  security: (
    <>
      <circle cx="8.5" cy="14.5" r="4.5" />
      <path d="M12 11.5L19.5 4M16 7.5l2.5 2.5M13.5 10l1.5 1.5" />
    </>
  ),
  download: <path d="M12 4v11M7 11l5 5 5-5M5 20h14" />,
  check: <path d="M5 12.5l4.5 4.5L19 7.5" />,
  warning: <path d="M12 4l9 16H3zM12 10v4M12 17v.01" />,
  mail: (
    <>
      <rect x="3" y="5" width="18" height="14" rx="3" />
      <path d="M4 7l8 6 8-6" />
    </>
  ),
  trend: <path d="M4 17l6-6 4 4 6-8M15 7h5v5" />,
  refollowed: (
    <path d="M19 12a7 7 0 01-12.5 4.3M5 12a7 7 0 0112.5-4.3M18 3.5v4.5h-4.5M6 20.5V16h4.5" />
  ),
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof drawings;

export function NamedIcon({ name, className }: { name: IconName; className?: string }) {
  return <Icon className={turning(name, className)}>{drawings[name]}</Icon>;
}

const pointing = ["back", "forward", "logOut", "returned", "external"];

/** Icons that point in the direction of reading are mirrored in languages that run from right to left. */
export const turning = (name: string, className = "size-6"): string =>
  pointing.includes(name) ? `${className} points` : className;
