import { allRenames, type Rename, type Turnover } from "../turnover.ts";

/** What somebody may be called now who once had a name. */
export interface PresentNames {
  /** All names of one second share one set: an invented export may give it to all its followers. */
  names: ReadonlySet<string>;
  /** Whether they may still have the name itself, as the unclear may. */
  mayKeepOwn: boolean;
}

/**
 * By each name that somebody once had: what they may be called now. It goes through all imports: a name may have been
 * taken up again by somebody else, who may have given it up as well.
 * @param turnovers of all imports in use, the oldest first
 */
export function presentNames(
  turnovers: readonly Pick<Turnover, "renames" | "followed">[],
): ReadonlyMap<string, PresentNames> {
  const known = new Map<string, PresentNames>();
  for (const turnover of turnovers.toReversed()) {
    // All of an import happened at once: none of it is looked up in what it leads to.
    const found = allRenames(turnover).flatMap((rename) => followed(rename, known));
    // The followers' list has the last word: its renames come first.
    for (const [name, present] of found.toReversed()) known.set(name, present);
  }
  return known;
}

function followed(
  { former, present, isUnclear }: Rename,
  later: ReadonlyMap<string, PresentNames>,
): [string, PresentNames][] {
  const mayKeepOwn = isUnclear === true;
  const own = present.filter((name) => later.get(name)?.mayKeepOwn ?? true);
  const led = new Set(present.flatMap((name) => later.get(name)?.names ?? []));
  const names = joined([new Set(own), ...led]);
  const withLater = new Map<ReadonlySet<string>, ReadonlySet<string>>();
  return former.map((name) => {
    const known = later.get(name);
    if (!known) return [name, { names, mayKeepOwn }];
    const all = withLater.get(known.names) ?? joined([known.names, names]);
    withLater.set(known.names, all);
    return [name, { names: all, mayKeepOwn: mayKeepOwn || known.mayKeepOwn }];
  });
}

function joined(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  const all = new Set<string>();
  for (const names of sets) for (const name of names) all.add(name);
  return all;
}
