interface FeedbackProps {
  title: string;
  testimonials: { id: string; name: string; text: string; image: string }[];
}

export function Feedback({ title, testimonials }: FeedbackProps) {
  return (
    <section className="mx-auto max-w-6xl px-5 py-16 sm:px-8 lg:py-24">
      <h2 className="text-[clamp(1.875rem,1.4rem+2vw,3rem)] leading-tight font-extrabold tracking-[-0.02em]">
        {title}
      </h2>
      <ul className="mt-10 grid gap-4 md:grid-cols-3 lg:gap-6">
        {testimonials.map(({ id, name, text, image }) => (
          <li key={id} id={id} className="flex">
            <figure className="flex flex-1 flex-col rounded-[1.75rem] border border-line bg-surface p-6 shadow-card lg:p-8">
              <svg viewBox="0 0 32 24" className="h-6 w-8 fill-tint" aria-hidden="true">
                <path d="M0 24V13C0 5 4 1 12 0v5c-4 1-6 3-6 7h6v12zM19 24V13c0-8 4-12 12-13v5c-4 1-6 3-6 7h6v12z" />
              </svg>
              <blockquote className="mt-4 mb-8 text-lg leading-relaxed text-pretty">
                {text}
              </blockquote>
              <figcaption className="mt-auto flex items-center gap-3 font-bold">
                <img
                  src={image}
                  alt=""
                  width="160"
                  height="160"
                  loading="lazy"
                  decoding="async"
                  className="size-12 rounded-full"
                />
                {name}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}
