import { FormToken } from "~/design/form-token";
import { Picture } from "~/design/picture";
import { TableHead } from "~/design/table-head";
import { say } from "~/platform/values/say";
import type { FirstDirections, Sorting } from "~/platform/values/sorting";
import { sortedBy, sortQuery } from "~/platform/values/sorting";

interface Named {
  username: string;
  fullName?: string | undefined;
}

interface ShownPerson extends Named {
  src: string | undefined;
}

type ShownOrder = "username" | "name";
export const shownOrders: FirstDirections<ShownOrder> = {
  username: "ascending",
  name: "ascending",
};

/** In the order of the system that made the list, if no other is asked for. Who has no name stands last. */
export function inOrder<Person extends Named>(
  people: readonly Person[],
  sorting: Sorting<ShownOrder> | undefined,
): readonly Person[] {
  if (!sorting) return people;
  const { by, direction } = sorting;
  const textOf = (person: Person) => (by === "name" ? person.fullName : person.username);
  const sign = direction === "ascending" ? 1 : -1;
  return people.toSorted((a, b) => {
    const [one, other] = [textOf(a), textOf(b)];
    if (!one || !other) return Number(!one) - Number(!other);
    return sign * one.localeCompare(other, "en");
  });
}

interface PeopleRowsProps {
  /** Of the list. */
  address: string;
  /** What else stands in the address' query. */
  query: Readonly<Record<string, string>>;
  people: readonly ShownPerson[];
  sorting: Sorting<ShownOrder> | undefined;
}

/** People of the outside system's analysis, each with a button that hides them. */
export function PeopleRows({ address, query, people, sorting }: PeopleRowsProps) {
  const head = (by: ShownOrder, label: string) => {
    const pressed = sortQuery(sortedBy(by, sorting, shownOrders), shownOrders);
    return {
      label,
      href: `${address}?${new URLSearchParams({ ...query, ...pressed })}`,
      sorted: sorting?.by === by ? sorting.direction : undefined,
    };
  };
  return (
    <form method="post" action={address}>
      <FormToken />
      <input type="hidden" name="press" value="hide" />
      {/* biome-ignore lint/a11y/noRedundantRoles: on a phone it is drawn as a list */}
      <table role="table" className="data-table line-cells picture-lines mt-5">
        <TableHead
          heads={[head("username", say`Username`), head("name", say`Name`), { label: "Hide" }]}
        />
        {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
        <tbody role="rowgroup">
          {people.map(({ username, fullName, src }) => (
            // biome-ignore lint/a11y/noRedundantRoles: as above
            <tr key={username} role="row">
              {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
              <th scope="row" role="rowheader">
                <Picture
                  src={src}
                  alt=""
                  width={48}
                  height={48}
                  className="size-[48px] shrink-0 overflow-hidden rounded-full"
                />
                <bdi>{username}</bdi>
              </th>
              {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
              <td role="cell">
                <bdi>{fullName}</bdi>
              </td>
              {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
              <td role="cell">
                <button
                  type="submit"
                  name="username"
                  value={username}
                  aria-label={`Hide ${username}`}
                  className="-mx-2 min-h-8 px-2 font-semibold text-blue-ink underline"
                >
                  Hide
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </form>
  );
}
