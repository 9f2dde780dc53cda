import { useLocation } from "@remix-run/react";
import { addresses } from "~/platform/values/addresses";
import { sentences } from "~/platform/values/say";
import { PageIcon, type PageIconName } from "./page-icons.tsx";

/** Which places a subscriber has besides those that everybody has. */
export interface OwnPlaces {
  /** Growth and posts come with an analysis that is made here. */
  growth: boolean;
  import: boolean;
  connect: boolean;
}

interface Place {
  label: string;
  to: string;
  icon: PageIconName;
  /** Only where the subscriber has it. */
  needs?: keyof OwnPlaces;
}

const places: readonly Place[] = sentences([
  { label: "Home", to: addresses.dashboard, icon: "home" },
  { label: "Analytics", to: addresses.analytics, icon: "analytics" },
  { label: "Growth", to: addresses.growth, icon: "growth", needs: "growth" },
  { label: "Posts", to: addresses.posts, icon: "posts", needs: "growth" },
  { label: "Import", to: addresses.import, icon: "import", needs: "import" },
  { label: "Course", to: addresses.course, icon: "course" },
  { label: "My Plan", to: addresses.myPlan, icon: "plan" },
  { label: "Notifications", to: addresses.notifications, icon: "notifications" },
  { label: "Security", to: addresses.security, icon: "security" },
]);

/** What the phone's menu has and no card leads to. */
const others: readonly Place[] = sentences([
  { label: "Instagram connection", to: addresses.connect, icon: "refollowed", needs: "connect" },
  { label: "Log out", to: addresses.logOut, icon: "logOut" },
]);

/** The places of the app beside the page, from 1024 px on: there it stands for the header of a phone. It needs no script. */
export function SideBar({ own }: { own: OwnPlaces }) {
  const { pathname } = useLocation();
  return (
    <div className="side-bar">
      <div className="sticky top-0 flex max-h-dvh flex-col overflow-y-auto px-3 py-5">
        <nav aria-label="Places">
          <p className="flex items-center gap-2 px-3 pb-5 text-lg font-extrabold tracking-tight">
            <img
              src="/images/logo-mark.svg"
              alt=""
              width="32"
              height="32"
              loading="lazy"
              className="size-8"
            />
            Profile Analyzer
          </p>
          <PlaceLinks places={places} own={own} at={pathname} />
          <PlaceLinks
            places={others}
            own={own}
            at={pathname}
            className="mt-3 border-t border-line pt-3"
          />
        </nav>
      </div>
    </div>
  );
}

interface PlaceLinksProps {
  places: readonly Place[];
  own: OwnPlaces;
  at: string;
  className?: string;
}

function PlaceLinks({ places: all, own, at, className }: PlaceLinksProps) {
  return (
    <ul className={className}>
      {all
        .filter(({ needs }) => !needs || own[needs])
        .map(({ label, to, icon }) => (
          <li key={to}>
            <a href={to} aria-current={currentAt(to, at)}>
              <PageIcon name={icon} className="size-5" />
              {label}
            </a>
          </li>
        ))}
    </ul>
  );
}

/** `page`: the place itself. `true`: one of the pages below it, such as the people of a category. */
function currentAt(place: string, address: string): "page" | "true" | undefined {
  const path = address.replace(/\/+$/, "");
  if (path === place) return "page";
  return place !== addresses.dashboard && path.startsWith(`${place}/`) ? "true" : undefined;
}
