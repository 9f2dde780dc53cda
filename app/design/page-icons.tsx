import type { ReactNode } from "react";
import { Icon, type IconName, NamedIcon, turning } from "./icons.tsx";

/** The icons that only pages without React draw. Those in icons.tsx are in the script of the others. */
const drawings = {
  home: <path d="M4 11l8-7 8 7v8.500h-5.500V14h-5v5.500H4z" />,
  analytics: <path d="M5 20v-7M12 20V4M19 20V9.500" />,
  posts: (
    <path d="M4 4h7v7H4zM13.500 4H20v7h-6.500zM4 13.500h7V20H4zM13.500 13.500H20V20h-6.500z" />
  ),
  import: <path d="M12 15V4M7 8.500l5-5 5 5M5 15v5h14v-5" />,
  course: (
    <path d="M2.500 9.500L12 5l9.500 4.500L12 14zM6.500 11.500V17c3.500 2.300 7.500 2.300 11 0v-5.500" />
  ),
  devices: (
    <>
      <rect x="2.500" y="5" width="13" height="10" rx="2" />
      <path d="M6 19h5" />
      <rect x="16" y="9" width="5.500" height="10" rx="1.500" />
    </>
  ),
  lostFollowers: (
    <>
      <circle cx="10" cy="8" r="3.500" />
      <path d="M3.500 20c.6-3.800 3.200-6 6.500-6s5.900 2.200 6.500 6M17 10h5" />
    </>
  ),
  newFollowers: (
    <>
      <circle cx="10" cy="8" r="3.500" />
      <path d="M3.500 20c.6-3.800 3.200-6 6.500-6s5.900 2.200 6.500 6M19.500 7.500v5M17 10h5" />
    </>
  ),
  inactiveFollowers: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M9.500 9h5l-5 6h5" />
    </>
  ),
  friends: (
    <>
      <circle cx="9" cy="8.500" r="3.200" />
      <path d="M2.500 19c.5-3.500 2.900-5.500 6.500-5.500s6 2 6.500 5.500M16 5.600a3.200 3.200 0 010 5.800M18 13.800c2 .7 3.200 2.400 3.500 5.200" />
    </>
  ),
  fans: (
    <path d="M12 3.500l2.600 5.300 5.900.9-4.300 4.100 1 5.800L12 16.900l-5.200 2.700 1-5.800L3.500 9.700l5.900-.9z" />
  ),
  comments: <path d="M4 5h16v11h-8l-5 4v-4H4z" />,
  spark: <path d="M13 3L5 14h6l-1 7 8-11h-6z" />,
  notFollowingBack: (
    <>
      <circle cx="9" cy="8" r="3.500" />
      <path d="M2.500 20c.6-3.800 3.200-6 6.500-6 1.600 0 3 .5 4.100 1.400M21.500 17h-6M18 14.500L15.500 17l2.500 2.500" />
    </>
  ),
  returned: <path d="M5 9h9a5 5 0 010 10H8M9 5L5 9l4 4" />,
  renamed: (
    <>
      <path d="M4 20h4L19 9l-4-4L4 16z" />
      <path d="M13 7l4 4" />
    </>
  ),
  pendingRequests: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 7v5l3.500 2" />
    </>
  ),
  external: <path d="M14 4h6v6M20 4l-9 9M18 14v5H5V6h5" />,
} satisfies Record<string, ReactNode>;

export type PageIconName = keyof typeof drawings | IconName;

export function PageIcon({ name, className }: { name: PageIconName; className?: string }) {
  if (!isDrawnHere(name)) return <NamedIcon name={name} className={className} />;
  return <Icon className={turning(name, className)}>{drawings[name]}</Icon>;
}

const isDrawnHere = (name: PageIconName): name is keyof typeof drawings => name in drawings;
