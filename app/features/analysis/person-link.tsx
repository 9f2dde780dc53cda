import { instagramAddress } from "~/features/export/instagram-address";
import { addresses } from "~/platform/values/addresses";

/** A name leads to the person's page. A name in a made-up export that cannot be a username leads nowhere. */
export function PersonLink({ username }: { username: string }) {
  if (!instagramAddress(username)) return <bdi className="min-w-0">{username}</bdi>;
  return (
    <a
      href={addresses.person(username)}
      dir="auto"
      className="min-w-0 text-ink no-underline hover:text-blue-ink hover:underline"
    >
      {username}
    </a>
  );
}
