import words from "content:import";

const { howTo } = words;

/** How to ask Instagram for the export, in the words of its menus. */
export function HowTo() {
  return (
    <section aria-labelledby="how-to" className="mt-9">
      <h2 id="how-to" className="text-xl font-extrabold">
        {howTo.title}
      </h2>
      {howTo.ways.map(({ name, steps }) => (
        <details key={name} className="mt-3 rounded-card border border-line p-4">
          <summary className="cursor-pointer font-bold">{name}</summary>
          <ol className="mt-3 list-decimal space-y-2 pl-5">
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </details>
      ))}
      <p className="mt-3 text-muted">{howTo.waiting}</p>
    </section>
  );
}
