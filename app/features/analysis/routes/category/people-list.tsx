import { Picture } from "~/design/picture";

export interface ShownPerson {
  username: string;
  fullName: string | undefined;
  src: string | undefined;
}

export function PeopleRows({ people }: { people: readonly ShownPerson[] }) {
  return (
    <ul className="mt-5 divide-y divide-line">
      {people.map(({ username, fullName, src }) => (
        <li key={username} className="flex items-center gap-4 py-3">
          <Picture
            src={src}
            alt=""
            width={48}
            height={48}
            className="size-[48px] shrink-0 overflow-hidden rounded-full"
          />
          <span className="min-w-0">
            <span className="block font-bold">{username}</span>
            {fullName && <span className="block text-sm text-muted">{fullName}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
