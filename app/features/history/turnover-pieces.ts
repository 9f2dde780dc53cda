import { deflateRawSync, inflateRawSync } from "node:zlib";
import { inPieces } from "../../platform/values/in-pieces.ts";
import type { SamePeople } from "./same-people.ts";
import type { Turnover } from "./turnover.ts";

/** The version of what is stored; another one is computed anew. */
const version = 2;
/** The version of the rule for `followed` (`withFollowed`). What an older rule found is read, and found anew later. */
const followedRule = 2;

/**
 * What each import changed, by its id: a header as JSON, then the seconds of each import in four bytes.
 * @param same what the subscriber's word has changed in them
 */
export function encodeTurnovers(
  turnovers: ReadonlyMap<string, Turnover>,
  same?: SamePeople,
): Uint8Array<ArrayBuffer>[] {
  if (turnovers.size === 0) return [];
  const imports = Array.from(turnovers, ([id, turnover]): StoredTurnover => {
    const { ended, returned, late, again, ...facts } = turnover;
    const [again1, again2] = [again.before.length, again.after.length];
    return { id, ...facts, seconds: [ended.length, returned.length, late.length, again1, again2] };
  });
  const header = Buffer.from(
    JSON.stringify({ version, followedRule, imports, ...(same && { same }) }),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32LE(header.length);
  const seconds = Array.from(turnovers.values(), ({ ended, returned, late, again }) =>
    [ended, returned, late, again.before, again.after].map(differences),
  ).flat();
  const packed = deflateRawSync(Buffer.concat([length, header, ...seconds]), { level: 3 });
  return [...inPieces([packed])];
}

type Seconds = "ended" | "returned" | "late" | "again";

/** A turnover's seconds stand behind the header, which says how many they are. */
type StoredTurnover = Omit<Turnover, Seconds> & { id: string; seconds: number[] };

/** Most bytes of turnovers: of 60 imports of which each lost a million. */
const mostTurnoverBytes = 512_000_000;

interface KeptTurnovers {
  /** Undefined where the bytes are not what was encoded, or are of an older version: then all is computed again. */
  turnovers?: Map<string, Turnover>;
  /** What the subscriber's word has changed in them; undefined where it has changed nothing. */
  same?: SamePeople | undefined;
}

export function decodeTurnovers(pieces: readonly Uint8Array[]): KeptTurnovers {
  if (pieces.length === 0) return { turnovers: new Map() };
  try {
    const bytes = inflateRawSync(Buffer.concat(pieces), { maxOutputLength: mostTurnoverBytes });
    let at = 4 + bytes.readUInt32LE(0);
    const header: {
      version: number;
      followedRule?: number;
      imports: StoredTurnover[];
      same?: SamePeople;
    } = JSON.parse(bytes.toString("utf8", 4, at));
    if (header.version !== version) return {};
    const isOlder = header.followedRule !== followedRule;
    const next = (count = 0) => {
      const seconds = new Uint32Array(count);
      let second = 0;
      for (let index = 0; index < count; index += 1) {
        second = (second + bytes.readUInt32LE(at)) >>> 0;
        seconds[index] = second;
        at += 4;
      }
      return seconds;
    };
    const turnovers = new Map(
      header.imports.map(({ id, seconds: [ended, returned, late, before, after], ...facts }) => [
        id,
        {
          ...facts,
          ...(isOlder && { isOlder: true as const }),
          ended: next(ended),
          returned: next(returned),
          late: next(late),
          again: { before: next(before), after: next(after) },
        },
      ]),
    );
    return { turnovers, same: header.same };
  } catch {
    return {};
  }
}

/** Each second as the difference from the one before: small, and so compressed well, where the seconds rise. */
function differences(seconds: Uint32Array): Buffer {
  const bytes = Buffer.alloc(seconds.length * 4);
  let before = 0;
  for (const [index, second] of seconds.entries()) {
    bytes.writeUInt32LE((second - before) >>> 0, index * 4);
    before = second;
  }
  return bytes;
}
