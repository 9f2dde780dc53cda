import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Begins with these files, the longest, so that none of them is left when all others have ended. */
export const longestFirst = (names: readonly string[]) =>
  class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const place = ({ moduleId }: TestSpecification) => {
        const found = names.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
        return found < 0 ? names.length : found;
      };
      return files.toSorted((one, other) => place(one) - place(other));
    }
  };
