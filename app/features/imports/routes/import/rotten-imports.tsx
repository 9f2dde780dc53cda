import words from "content:import";
import { SubmitButton } from "~/design/button";
import { FormToken } from "~/design/form-token";
import { removePress } from "~/features/history/import";
import { addresses } from "~/platform/values/addresses";
import type { ListedRotten } from "./listed.server.ts";

const { unreadable } = words;

/** Imports that cannot be read, each with the press that removes it. Until then nothing new can be computed. */
export function RottenImports({ rotten }: { rotten: readonly ListedRotten[] }) {
  const areSeveral = rotten.length > 1;
  return (
    <section aria-labelledby="unreadable" className="rounded-card bg-tint p-5">
      <h2 id="unreadable" className="text-xl font-extrabold">
        {areSeveral ? unreadable.several : unreadable.title}
      </h2>
      <p className="mt-2">{unreadable.text}</p>
      <p className="mt-2">{unreadable.todo}</p>
      <ul className="mt-5 flex flex-col gap-6">
        {rotten.map(({ id, uploaded }) => (
          <li key={id}>
            <p id={`uploaded-${id}`} className="font-bold">
              {uploaded}
            </p>
            <form method="post" action={addresses.importOf(id)} className="mt-2">
              <FormToken />
              <SubmitButton
                name="press"
                value={removePress}
                tone="danger"
                aria-describedby={`uploaded-${id} removal`}
              >
                {unreadable.remove}
              </SubmitButton>
            </form>
          </li>
        ))}
      </ul>
      <p id="removal" className="mt-3 text-center text-sm text-muted">
        {areSeveral ? unreadable.removesOne : words.presses.discardUsed.text}
      </p>
    </section>
  );
}
