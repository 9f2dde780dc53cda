import type { ListedPerson } from "./people-list.ts";

/** The columns of a category's file (docs/product.md#csv). */
export const csvColumns = (withFormerNames: boolean): string[] =>
  withFormerNames ? ["username", "since", "formerly"] : ["username", "since"];

/** A person's cells: `since` in ISO 8601, or empty. */
export function csvCells(person: ListedPerson, withFormerNames: boolean): string[] {
  const cells = [person.username, person.since === undefined ? "" : isoSecond(person.since)];
  return withFormerNames ? [...cells, formerly(person)] : cells;
}

const isoSecond = (second: number) => new Date(second * 1_000).toISOString().replace(".000Z", "Z");

const formerly = ({ former }: ListedPerson) =>
  former
    ? [...former.names, ...(former.others > 0 ? [`${former.others} others`] : [])].join(" or ")
    : "";
