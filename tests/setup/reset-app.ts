import type { EvaluatedModules } from "vitest";

/**
 * From here on the app is as in a new process: closed circuit breakers, empty caches, fresh limits, its environment read
 * again. Does what `vi.resetModules` does, but not to modules that remember nothing. They are most, and to evaluate them
 * again takes longer than the tests themselves. What remembers something is a `.server` module, or imports one.
 */
export function resetApp(): void {
  resetModules((id) => id.includes(".server."));
}

/** @param remembers of a module's path: it is evaluated again, with all that import it */
export function resetModules(remembers: (id: string) => boolean): void {
  const { evaluatedModules } = (globalThis as unknown as Process).__vitest_worker__;
  const modules = [...evaluatedModules.idToModuleMap.values()];
  const importers = new Map<string, string[]>();
  for (const { id, imports } of modules)
    for (const imported of imports) {
      const known = importers.get(imported);
      if (known) known.push(id);
      else importers.set(imported, [id]);
    }
  const reset = new Set(modules.map(({ id }) => id).filter(remembers));
  // The set grows meanwhile.
  for (const id of reset) for (const importer of importers.get(id) ?? []) reset.add(importer);
  for (const module of modules) {
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
