import type { ReactNode } from "react";
import { SubmitButton } from "~/design/button";
import { FormToken } from "~/design/form-token";
import { type IconName, NamedIcon } from "~/design/icons";
import { addresses } from "~/platform/values/addresses";
import type { LetterPress } from "./press-results.ts";

interface LetterCardProps {
  id: string;
  icon: IconName;
  title: string;
  isOn: boolean;
  /** What comes, and when. */
  children: ReactNode;
}

/** One letter, and whether it is on. */
export function LetterCard({ id, icon, title, isOn, children }: LetterCardProps) {
  return (
    <section aria-labelledby={id} className="card p-5 shadow-card">
      <div className="flex flex-wrap items-center gap-3">
        <NamedIcon name={icon} className="size-7 text-blue-ink" />
        <h2 id={id} className="flex-1 text-xl font-extrabold">
          {title}
        </h2>
        <p
          className={`rounded-full px-3 py-1 text-sm font-bold ${isOn ? "bg-green-tint text-green-ink" : "bg-tint text-muted"}`}
        >
          {isOn ? "On" : "Off"}
        </p>
      </div>
      {children}
    </section>
  );
}

interface PressFormProps {
  press: LetterPress;
  label: string;
  tone?: "primary" | "quiet";
  children?: ReactNode;
}

/** One press of the page. A plain form: it works without JavaScript. */
export function PressForm({ press, label, tone = "primary", children }: PressFormProps) {
  return (
    <form method="post" action={addresses.notifications} className="mt-5">
      <FormToken />
      {children}
      <SubmitButton name="press" value={press} tone={tone}>
        {label}
      </SubmitButton>
    </form>
  );
}
