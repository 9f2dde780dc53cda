import words from "content:import";
import { NamedIcon } from "~/design/icons";
import { PageIcon } from "~/design/page-icons";
import { ScreenPicture } from "./screen-picture.tsx";

const { howTo } = words;

type Way = (typeof howTo.ways)[number];

/**
 * How to ask Instagram for the export, in the words of its menus.
 * @param open whether the first way is shown at once
 */
export function HowTo({ open }: { open: boolean }) {
  return (
    <section aria-labelledby="how-to" className="mt-10">
      <h2 id="how-to" className="scroll-mt-6 text-xl font-extrabold">
        {howTo.title}
      </h2>
      <a
        href={howTo.page.address}
        target="_blank"
        rel="noreferrer"
        className="mt-2 inline-flex min-h-11 items-center gap-1.5 font-semibold text-blue-ink underline"
      >
        {howTo.page.text}
        <PageIcon name="external" className="size-4" />
      </a>
      {howTo.ways.map((way, index) => (
        <Steps key={way.name} way={way} open={open && index === 0} />
      ))}
      <p className="mt-3 text-sm text-muted">{howTo.note}</p>
    </section>
  );
}

function Steps({ way: { name, kind, steps }, open }: { way: Way; open: boolean }) {
  return (
    <details open={open} className="group mt-3 card px-5 py-2 shadow-card">
      <summary className="flex min-h-11 list-none items-center justify-between font-bold [&::-webkit-details-marker]:hidden">
        {name}
        <NamedIcon
          name="forward"
          className="size-5 rotate-90 text-blue-ink transition-transform group-open:-rotate-90"
        />
      </summary>
      <ol className="flex flex-col gap-7 pt-3 pb-4">
        {steps.map(({ text, screen }, index) => (
          <li key={text}>
            <p className="flex gap-3">
              <span
                aria-hidden="true"
                className="grid size-7 shrink-0 place-items-center rounded-full bg-tint text-sm font-extrabold text-blue-ink"
              >
                {index + 1}
              </span>
              <span className="pt-0.5">{text}</span>
            </p>
            <Picture kind={kind} name={screen} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function Picture({ kind, name }: { kind: Way["kind"]; name: string | undefined }) {
  const screen = name === undefined ? undefined : howTo.screens[name];
  return screen ? <ScreenPicture kind={kind} screen={screen} /> : null;
}
