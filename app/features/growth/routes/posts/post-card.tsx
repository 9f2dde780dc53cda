import type { ShownPosts } from "./shown-posts.server.ts";

/** A post's figures. What is not known has a dash. */
export function PostCard({ post }: { post: ShownPosts["posts"][number] }) {
  const { name, permalink, figures } = post;
  return (
    <article className="py-4">
      <h2 className="font-bold">
        {permalink ? (
          <a
            href={permalink}
            target="_blank"
            rel="noopener noreferrer"
            className="text-blue-ink underline"
          >
            {name}
          </a>
        ) : (
          name
        )}
      </h2>
      <dl className="mt-2 grid grid-cols-[repeat(auto-fit,minmax(3.6rem,1fr))] gap-x-1 gap-y-2">
        {figures.map(({ label, value }) => (
          <div key={label} className="min-w-0">
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="font-bold tabular-nums">
              {value ?? (
                <>
                  <span aria-hidden="true">–</span>
                  <span className="sr-only">not known</span>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </article>
  );
}
