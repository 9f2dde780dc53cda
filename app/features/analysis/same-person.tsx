import type { ReactNode } from "react";
import { buttonStyle } from "~/design/button";
import { Field } from "~/design/field";
import { FormToken } from "~/design/form-token";
import { PersonLink } from "~/features/analysis/person-link";
import type { SaidSame, SamePerson } from "~/features/history/same-people";
import { addresses } from "~/platform/values/addresses";

const action = addresses.category("renamed");

function TwoNames({ pair }: { pair: SamePerson }) {
  return (
    <span dir="ltr" className="min-w-0 wrap-anywhere rtl:text-end">
      <b>
        <PersonLink username={pair.old} />
      </b>
      {" → "}
      <b>
        <PersonLink username={pair.new} />
      </b>
    </span>
  );
}

interface PairLineProps {
  pair: SamePerson;
  /** What the button does, in full. */
  label: string;
  /** What is said below the names. */
  below?: ReactNode;
  children: string;
}

/** Two names, with a button that says something of them. */
const PairLine = ({ pair, label, below, children }: PairLineProps) => (
  <li className="flex flex-wrap items-center justify-between gap-x-3 py-1">
    <span className="min-w-0">
      <TwoNames pair={pair} />
      {below}
    </span>
    <button
      type="submit"
      name="pair"
      value={`${pair.old} ${pair.new}`}
      aria-label={label}
      className="min-h-10 font-semibold text-blue-ink underline"
    >
      {children}
    </button>
  </li>
);

interface PairsProps {
  /** What the buttons of its lines say. */
  press: "same-person" | "not-same-person";
  className: string;
  children: ReactNode;
}

/** One form for all: there may be thousands. */
const Pairs = ({ press, className, children }: PairsProps) => (
  <form method="post" action={action} className={className}>
    <FormToken />
    <input type="hidden" name="press" value={press} />
    <ul className="divide-y divide-line">{children}</ul>
  </form>
);

/** Pairs who may be one person, each with a button that says so. Nobody is joined without it. */
export function PerhapsSame({ alike }: { alike: readonly SamePerson[] }) {
  if (alike.length === 0) return null;
  return (
    <section aria-labelledby="perhaps" className="mt-5 rounded-card bg-tint p-4">
      <h2 id="perhaps" className="font-bold">
        The same person under a new name?
      </h2>
      <p className="mt-1 text-sm">
        These names are alike, or you have followed both since the same second: one left as the
        other came. If you know that it is one person, say so, and they count as renamed. You can
        take it back.
      </p>
      <Pairs press="same-person" className="mt-2">
        {alike.map((pair) => (
          <PairLine
            key={pair.old}
            pair={pair}
            label={`${pair.old} and ${pair.new} are the same person`}
          >
            Same person
          </PairLine>
        ))}
      </Pairs>
    </section>
  );
}

/** What the subscriber has said, each with a button that takes it back. */
export function SaidToBeSame({ said }: { said: readonly SaidSame[] }) {
  if (said.length === 0) return null;
  return (
    <Pairs press="not-same-person" className="mt-3">
      {said.map((pair) => (
        <PairLine
          key={pair.old}
          pair={pair}
          label={`Take back that ${pair.old} and ${pair.new} are the same person`}
          below={
            !pair.isInEffect && (
              <span className="block text-sm text-muted">
                Without effect: your exports in use do not show that one left and the other came.
              </span>
            )
          }
        >
          Take it back
        </PairLine>
      ))}
    </Pairs>
  );
}

/** A form in which the subscriber names who is who. @param typed what stands in its fields */
export function SayWhoIsWho({ typed }: { typed: Partial<SamePerson> }) {
  const field = {
    autoCapitalize: "none",
    autoComplete: "off",
    spellCheck: false,
    maxLength: 120,
    required: true,
  } as const;
  return (
    <form method="post" action={action} className="mt-3 flex flex-col gap-3">
      <FormToken />
      <Field name="old" label="Old username, of who left" defaultValue={typed.old} {...field} />
      <Field name="new" label="New username, of who came" defaultValue={typed.new} {...field} />
      <button
        type="submit"
        name="press"
        value="same-person"
        className={buttonStyle("quiet", "w-full")}
      >
        They are the same person
      </button>
    </form>
  );
}
