import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";

/**
 * Gives tests the route table as data. Its source imports Remix's whole compiler, which takes each test file more than
 * half a second.
 */
export function routeTable(): Plugin {
  return {
    name: "route-table",
    enforce: "pre",
    async transform(_, id) {
      if (!id.endsWith("/app/routes.ts")) return;
      // The time makes it read again after an edit.
      const routes = await import(`${pathToFileURL(id).href}?${Date.now()}`);
      return { code: `export default ${JSON.stringify(routes.default)};`, map: null };
    },
  };
}
