import type { NamedPost } from "~/features/growth/growth";

interface PostLinkProps extends NamedPost {
  className?: string;
}

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
