interface FeaturesProps {
  title: string;
  text: string;
  cards: { title: string; subtitle: string; image: string }[];
}

/** Two wide cards, then three narrow ones, so that every row is full. */
const spans = [
  "sm:col-span-2 lg:col-span-3",
  "lg:col-span-3",
  "lg:col-span-2",
  "lg:col-span-2",
  "lg:col-span-2",
];
const directions = [
  "sm:flex-row sm:items-center sm:gap-4",
  "lg:flex-row lg:items-center lg:gap-4",
  "",
  "",
  "",
];
const imageStyles = ["sm:mx-0 lg:w-52", "lg:mx-0 lg:w-52", "lg:w-56", "lg:w-56", "lg:w-56"];

export function Features({ title, text, cards }: FeaturesProps) {
  return (
    <section className="mx-auto max-w-6xl px-5 py-16 sm:px-8 lg:py-24">
      <h2 className="text-[clamp(1.875rem,1.4rem+2vw,3rem)] leading-tight font-extrabold tracking-[-0.02em]">
        {title}
      </h2>
      <p className="mt-3 max-w-[36rem] text-lg text-muted">{text}</p>
      <ul className="mt-10 grid gap-4 sm:grid-cols-2 lg:grid-cols-6 lg:gap-6">
        {cards.map((card, index) => (
          <li
            key={card.title}
            className={`flex flex-col gap-2 overflow-hidden rounded-[1.75rem] border border-line bg-page p-6 lg:p-8 ${spans[index]} ${directions[index]}`}
          >
            <img
              src={card.image}
              alt=""
              width="400"
              height="320"
              loading="lazy"
              decoding="async"
              className={`mx-auto h-auto w-52 shrink-0 ${imageStyles[index]}`}
            />
            <div>
              <h3 className="text-xl font-extrabold tracking-tight lg:text-[1.375rem]">
                {card.title}
              </h3>
              <p className="mt-2 text-pretty text-muted">{card.subtitle}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
