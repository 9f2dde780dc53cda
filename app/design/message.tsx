import { addresses } from "~/platform/values/addresses";
import { buttonStyle } from "./button.tsx";
import { LeavingFooter } from "./leaving-footer.tsx";
import { Logo } from "./logo.tsx";

export interface MessageProps {
  title: string;
  text: string;
  /** The first is shown as the main action. */
  links: readonly { label: string; href: string }[];
  /** `failing` for errors on our side. */
  art?: "empty" | "failing" | "waiting";
  /** It may appear without a new page, as failures do: then it is read out. */
  appears?: true;
}

/** A whole page with one message and links to go on. Plain links, no script. */
export function Message({ title, text, links, art = "empty", appears }: MessageProps) {
  return (
    <div className="message-page">
      <header className="mx-auto w-full max-w-6xl px-6 py-8">
        <a href={addresses.home} className="inline-flex text-ink no-underline">
          <Logo />
        </a>
      </header>
      <main className="mx-auto flex w-full max-w-app flex-1 flex-col items-center justify-center px-6 pb-24 text-center">
        <img
          src={`/images/states/${art}.svg`}
          alt=""
          width="280"
          height="220"
          className="h-auto w-60"
        />
        <div role={appears || art === "failing" ? "alert" : undefined}>
          <h1 className="mt-8 text-3xl font-extrabold tracking-tight">{title}</h1>
          <p className="mt-3 mb-7 text-lg text-balance text-muted">{text}</p>
        </div>
        {links.map(({ label, href }, index) => (
          <a
            key={href}
            href={href}
            className={
              index === 0
                ? buttonStyle("primary", "mt-1 w-full sm:w-auto")
                : buttonStyle("plain", "mt-1")
            }
          >
            {label}
          </a>
        ))}
      </main>
      <LeavingFooter />
    </div>
  );
}
