import routes from "~/routes";

const values: Record<string, string> = {
  ":category": "fans",
  ":file": "unknown.pdf",
  ":product": "pdf-course",
  ":step": "8",
  "dashboard/news/:slug": "dashboard/news/light-costs-nothing",
  "articles/:slug/:subSlug": "articles/detect-stalkers/protecting-your-data-and-privacy",
  "articles/:slug": "articles/detect-stalkers",
};

interface RouteEntry {
  path?: string | undefined;
  index?: boolean | undefined;
  children?: RouteEntry[] | undefined;
}

/** Every address of the app that could be a page, with values for its parameters. */
export const pageAddresses = [...new Set(addressesOf(routes))];

function addressesOf(entries: readonly RouteEntry[], above = ""): string[] {
  return entries.flatMap(({ path, index, children }) => {
    const whole = [above, path].filter(Boolean).join("/");
    const filled = values[whole] ?? whole.replace(/:\w+/, (name) => values[name] ?? name);
    // Excluded: the event stream has no end, and pictures have signed addresses.
    const page = !/updates$|^picture|\*/.test(whole) && (path !== undefined || index);
    return [...(page ? [`/${filled}`] : []), ...addressesOf(children ?? [], whole)];
  });
}
