import type { ReactNode } from "react";
import { Icon, type IconName, NamedIcon, turning } from "./icons.tsx";

/** Somebody, and at their side what is said of them: a path. */
const person = (sign: string) => (
  <>
    <circle cx="10" cy="8" r="3.5" />
    <path d={`M3.5 20c.6-3.8 3.2-6 6.5-6s5.9 2.2 6.5 6${sign}`} />
  </>
);

/** Somebody, and with the path a second person behind them. */
const pair = (other: string) => (
  <>
    <circle cx="9" cy="8.5" r="3.2" />
    <path d={`M2.5 19c.5-3.5 2.9-5.5 6.5-5.5s6 2 6.5 5.5${other}`} />
  </>
);

/** The icons that only pages without React draw. Those in icons.tsx are also in the script of pages with React. */
const drawings = {
  home: <path d="M4 11l8-7 8 7v8.5h-5.5V14h-5v5.5H4z" />,
  analytics: <path d="M5 20v-7M12 20V4M19 20V9.5" />,
  posts: <path d="M4 4h7v7H4zM13.5 4H20v7h-6.5zM4 13.5h7V20H4zM13.5 13.5H20V20h-6.5z" />,
  import: <path d="M12 15V4M7 8.5l5-5 5 5M5 15v5h14v-5" />,
  course: <path d="M2.5 9.5L12 5l9.5 4.5L12 14zM6.5 11.5V17c3.5 2.3 7.5 2.3 11 0v-5.5" />,
  devices: (
    <>
      <rect x="2.5" y="5" width="13" height="10" rx="2" />
      <path d="M6 19h5" />
      <rect x="16" y="9" width="5.5" height="10" rx="1.5" />
    </>
  ),
  lostFollowers: person("M17 10h5"),
  newFollowers: person("M19.5 7.5v5M17 10h5"),
  inactiveFollowers: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M9.5 9h5l-5 6h5" />
    </>
  ),
  friends: pair("M16 5.6a3.2 3.2 0 010 5.8M18 13.8c2 .7 3.2 2.4 3.5 5.2"),
  newFriends: pair("M15.5 5.4a3.2 3.2 0 010 6.2M20 12.5v5M17.5 15h5"),
  lostFriends: pair("M15.5 5.4a3.2 3.2 0 010 6.2M17.5 15h5"),
  followedByYou: person("M16.5 9.5l2 2L22 7.5"),
  unfollowedByYou: person("M17 7.5l4.5 4.5M21.5 7.5L17 12"),
  fans: <path d="M12 3.5l2.6 5.3 5.9.9-4.3 4.1 1 5.8L12 16.9l-5.2 2.7 1-5.8L3.5 9.7l5.9-.9z" />,
  comments: <path d="M4 5h16v11h-8l-5 4v-4H4z" />,
  spark: <path d="M13 3L5 14h6l-1 7 8-11h-6z" />,
  notFollowingBack: (
    <>
      <circle cx="9" cy="8" r="3.5" />
      <path d="M2.5 20c.6-3.8 3.2-6 6.5-6 1.6 0 3 .5 4.1 1.4M21.5 17h-6M18 14.5L15.5 17l2.5 2.5" />
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
      <path d="M12 7v5l3.5 2" />
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
