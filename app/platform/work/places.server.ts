/** Places for work of which only so much may go on at once in this process: for one subscriber, and in all. */
export function createPlaces({ own, all }: { own: number; all: number }) {
  const taken = new Map<string, number>();
  let count = 0;
  return {
    /** @returns a function that frees the place; `own` where this subscriber has no more, `busy` where nobody has */
    take(uid: string): (() => void) | "own" | "busy" {
      const before = taken.get(uid) ?? 0;
      if (before >= own) return "own";
      if (count >= all) return "busy";
      taken.set(uid, before + 1);
      count += 1;
      let isFree = false;
      return () => {
        if (isFree) return;
        isFree = true;
        count -= 1;
        const left = (taken.get(uid) ?? 1) - 1;
        if (left > 0) taken.set(uid, left);
        else taken.delete(uid);
      };
    },
  };
}
