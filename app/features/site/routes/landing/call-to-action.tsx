import type { ReactNode } from "react";
import { NamedIcon } from "~/design/icons";

const tones = {
  brand:
    "bg-brand text-on-brand shadow-[0_12px_32px_-10px_rgb(37_107_253/0.65)] hover:bg-[#1a57d6]",
  light: "bg-white text-[#1a57d6] outline-white hover:bg-[#eaf1ff]",
};

/** A button that leads to the subscription funnel. */
export function CallToAction({
  href,
  tone = "brand",
  children,
}: {
  href: string;
  tone?: keyof typeof tones;
  children: ReactNode;
}) {
  return (
    <a
      href={href}
      className={`group inline-flex min-h-15 items-center justify-center gap-3 rounded-full px-5 py-4 text-center text-lg leading-tight font-extrabold no-underline transition-colors ${tones[tone]}`}
    >
      {children}
      <NamedIcon
        name="forward"
        className="size-5 transition-transform group-hover:translate-x-0.5 rtl:group-hover:-translate-x-0.5"
      />
    </a>
  );
}
