import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Begins with these files, the longest, so that none of them is left when all others have ended. The project `last` comes
 * after the others: a process serves one project, and ends where the next file is of another.
 */
export const longestFirst = (names: readonly string[], last?: string) =>
  class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const place = ({ moduleId, project }: TestSpecification) => {
        const found = names.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
        const after = project.name === last ? names.length + 1 : 0;
        return (found < 0 ? names.length : found) + after;
      };
      return files.toSorted((one, other) => place(one) - place(other));
    }
  };
