import { Link, useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { type IconName, NamedIcon } from "~/design/icons";
import { Logo } from "~/design/logo";
import { closeMenu } from "~/platform/browser/dialogs";
import { addresses } from "~/platform/values/addresses";
import { sentences } from "~/platform/values/say";

interface MenuItem {
  label: string;
  icon: IconName;
  to: string;
  /** Only where subscribers may connect their account. */
  connects?: true;
  /** Where the second part of the menu begins. */
  startsPart?: true;
  /** `tab`: in a new tab. `dialog`: over this page, without a reload. */
  opens?: "tab" | "dialog";
}

const items: readonly MenuItem[] = sentences([
  { label: "My Plan", icon: "plan", to: addresses.myPlan, opens: "dialog" },
  { label: "Instagram connection", icon: "refollowed", to: addresses.connect, connects: true },
  { label: "Tips & Insights", icon: "insights", to: addresses.insights },
  { label: "Secret Admirers", icon: "admirers", to: addresses.articles("secret-admirers") },
  { label: "Detect Stalkers", icon: "stalkers", to: addresses.articles("detect-stalkers") },
  { label: "Password safety", icon: "safety", to: addresses.passwordSafety },
  { label: "News", icon: "news", to: addresses.news },
  { label: "Notifications", icon: "notifications", to: addresses.notifications },
  { label: "Security", icon: "security", to: addresses.security },
  {
    label: "Terms of Service",
    icon: "terms",
    to: addresses.terms,
    opens: "tab",
    startsPart: true,
  },
  { label: "Privacy Policy", icon: "privacy", to: addresses.privacy, opens: "tab" },
  { label: "Log out", icon: "logOut", to: addresses.logOut, opens: "dialog" },
]);

const itemStyle =
  "flex min-h-12 items-center gap-4 rounded-xl px-3 py-2 font-semibold text-ink no-underline hover:bg-tint";

/** The fixed header: logo, and a menu that works without JavaScript. */
export function HomeHeader({ mayConnect }: { mayConnect: boolean }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a dialog has been opened or closed
  useEffect(() => {
    if (!menu.current?.open) return;
    menu.current.querySelector("summary")?.focus();
    menu.current.open = false;
  }, [pathname]);
  // The header is there as long as the document: every other page is a document of its own.
  useEffect(closeMenu, []);
  return (
    <header className="home-header">
      <details ref={menu} className="group">
        <summary className="fold-summary home-summary">
          <Logo />
          <span className="grid size-11 place-items-center rounded-full hover:bg-tint">
            <span className="sr-only">Menu</span>
            <NamedIcon name="menu" className="size-6 group-open:hidden" />
            <NamedIcon name="close" className="hidden size-6 group-open:block" />
          </span>
        </summary>
        <nav
          aria-label="Menu"
          className="max-h-[calc(100dvh-4rem)] overflow-y-auto overscroll-contain border-t border-line px-3 py-3 shadow-float sm:rounded-b-card"
        >
          <ul>
            {items
              .filter(({ connects }) => mayConnect || !connects)
              .map((item) => (
                <li
                  key={item.to}
                  className={item.startsPart ? "mt-2 border-t border-line pt-2" : ""}
                >
                  <MenuLink item={item} />
                </li>
              ))}
          </ul>
        </nav>
      </details>
    </header>
  );
}

function MenuLink({ item: { label, icon, to, opens } }: { item: MenuItem }) {
  const content = (
    <>
      <NamedIcon name={icon} className="size-6 text-blue-ink" />
      {label}
    </>
  );
  if (opens === "dialog")
    return (
      <Link to={to} preventScrollReset className={itemStyle}>
        {content}
      </Link>
    );
  return (
    <a
      href={to}
      className={itemStyle}
      {...(opens === "tab" ? { target: "_blank", rel: "noopener" } : {})}
    >
      {content}
    </a>
  );
}
