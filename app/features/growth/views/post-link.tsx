import type { namedPost } from "~/features/growth/growth";

type PostLinkProps = ReturnType<typeof namedPost> & { className?: string };

/** A post's name, which leads to the post where its address is known. */
export const PostLink = ({
  name,
  permalink,
  className = "font-semibold text-blue-ink underline",
}: PostLinkProps) =>
  permalink ? (
    <a href={permalink} target="_blank" rel="noopener noreferrer" className={className}>
      {name}
    </a>
  ) : (
    name
  );
