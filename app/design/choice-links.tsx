interface ChoiceLinksProps {
  /** What is chosen. */
  name: string;
  choices: readonly { label: string; href: string; isShown: boolean }[];
}

/** Links of which one is shown: a choice that needs no script. */
export function ChoiceLinks({ name, choices }: ChoiceLinksProps) {
  return (
    <nav aria-label={name}>
      <ul className="flex flex-wrap gap-1 rounded-2xl bg-tint p-1">
        {choices.map(({ label, href, isShown }) => (
          <li key={href} className={choices.length > 4 ? "flex-1 basis-[30%]" : "flex-1"}>
            <a
              href={href}
              aria-current={isShown ? "page" : undefined}
              className="grid min-h-11 place-items-center rounded-xl px-2 text-sm font-bold whitespace-nowrap text-muted no-underline hover:text-ink aria-[current]:bg-surface dark:aria-[current]:bg-line aria-[current]:text-ink aria-[current]:shadow-card"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
