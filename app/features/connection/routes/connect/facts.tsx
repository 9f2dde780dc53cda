interface FactsProps {
  title?: string;
  facts: readonly { label: string; value: string }[];
}

export function Facts({ title, facts }: FactsProps) {
  return (
    <section className="mt-8">
      {title && <h2 className="text-xl font-extrabold">{title}</h2>}
      <dl className="mt-3 divide-y divide-line">
        {facts.map(({ label, value }) => (
          <div key={label} className="flex flex-wrap items-baseline justify-between gap-x-3 py-2">
            <dt className="text-muted">{label}</dt>
            <dd className="text-end font-bold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
