import type { EvaluatedModules } from "vitest";

/**
 * From here on the app is as in a new process: closed circuit breakers, empty caches, fresh limits, its environment read
 * again. Does what `vi.resetModules` does, but not to modules that remember nothing. They are most, and to evaluate them
 * again takes longer than the tests themselves. What remembers something is a `.server` module, or imports one.
 */
export function resetApp(): void {
  const background = modules().find(({ id }) =>
    id.endsWith("/app/platform/work/background.server.ts"),
  );
  if (background?.evaluated && background.exports)
    formerApps.push(background.exports as (typeof formerApps)[number]);
  resetModules((id) => id.includes(".server."));
}

/** The background work of every app that this file has reset. It may still go on. */
export const formerApps: typeof import("~/platform/work/background.server")[] = [];

const modules = () => [
  ...(globalThis as unknown as Process).__vitest_worker__.evaluatedModules.idToModuleMap.values(),
];

/** @param remembers of a module's path: it is evaluated again, with all that import it */
export function resetModules(remembers: (id: string) => boolean): void {
  const all = modules();
  const importers = new Map<string, string[]>();
  for (const { id, imports } of all)
    for (const imported of imports) {
      const known = importers.get(imported);
      if (known) known.push(id);
      else importers.set(imported, [id]);
    }
  const reset = new Set(all.map(({ id }) => id).filter(remembers));
  // The set grows meanwhile.
  for (const id of reset) for (const importer of importers.get(id) ?? []) reset.add(importer);
  for (const module of all) {
    if (!reset.has(module.id)) continue;
    module.promise = undefined;
    module.exports = undefined;
    module.evaluated = false;
    module.importers.clear();
  }
}

/** What vitest keeps in a process of its own. */
interface Process {
  __vitest_worker__: { evaluatedModules: EvaluatedModules };
}
