import { expect, test } from "vitest";
import { growthPageKey } from "~/features/growth/routes/growth/growth-page.server";

type Inputs = Parameters<typeof growthPageKey>[0];
/** No field may be left out, so that one that is added is varied, too. */
type Whole<T> = T extends object ? { [K in keyof T]-?: Whole<NonNullable<T[K]>> } : T;

const inputs: Whole<Inputs> = {
  uid: "ana",
  mark: "generation-1",
  range: "year",
  timeZone: "Europe/Berlin",
  today: Date.UTC(2026, 10, 23),
  language: "en",
  knowing: { mayImport: true, mayConnect: true, hasExport: true, isConnected: true },
  sources: {
    export: { takenAt: 1, account: "ana" },
    connection: {
      readAt: 2,
      account: "ana",
      hasCommenters: true,
      wholePosts: 3,
      isOtherAccount: false,
    },
  },
};

/** The same with one value changed, for each of the values. */
function variants(value: unknown, path = ""): [path: string, variant: unknown][] {
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([name, inner]) =>
      variants(inner, `${path}.${name}`).map(([at, variant]): [string, unknown] => [
        at,
        { ...value, [name]: variant },
      ]),
    );
  const other = typeof value === "boolean" ? !value : typeof value === "number" ? value + 1 : "x";
  return [
    [path, other],
    [`${path} unknown`, undefined],
  ];
}

const all = variants(inputs) as [string, Inputs][];

test.each(all)("another %s is another page", (_, varied) => {
  expect(growthPageKey(varied)).not.toBe(growthPageKey(inputs));
});

test("the same inputs are the same page", () => {
  expect(growthPageKey(structuredClone(inputs))).toBe(growthPageKey(inputs));
});
