import fc from "fast-check";
import { followersPath, followingPath } from "../../features/export/rules/reading.ts";
import { type ZipEntry, type ZipShape, zipOf } from "../../features/export/rules/zip-writer.ts";
import { goodExport, list, listOf, names, photo, zipped } from "./good-export.ts";
import { type Ending, filesCase, type HostileCase } from "./hostile-case.ts";

const marked = { marked: true, wide: false };
const bare = { marked: false, wide: true };
const at = (name: string, content = list.content): ZipEntry => ({ ...list, name, content });

/** A ZIP in every way of writing one. */
const everyWay = zipOf(
  [
    photo,
    { ...list, descriptor: marked },
    { ...photo, name: "media/2.jpg", descriptor: bare },
    { ...at(followingPath), zip64: true },
  ],
  { zip64: true, comment: "by hand" },
);

const bytesCase = (name: string, ends: Ending, content: Buffer) =>
  filesCase(name, ends, [{ name: "export.zip", content }]);

/** Where the records of a ZIP begin. */
function records(zip: Buffer): number[] {
  const found: number[] = [];
  for (let at = zip.indexOf("PK"); at >= 0; at = zip.indexOf("PK", at + 2)) {
    const isRecord = ((zip[at + 2] ?? 0) & 1) === 1 && zip[at + 3] === (zip[at + 2] ?? 0) + 1;
    if (isRecord) found.push(at);
  }
  return found;
}

/** Cut at the beginning of each record, or within it. */
const cuts = (): HostileCase[] =>
  records(everyWay)
    .slice(1)
    .map((start, index) => {
      const end = index % 2 === 0 ? start : start + 19;
      return bytesCase(`cut at byte ${end}`, "damaged", everyWay.subarray(0, end));
    });

/** A place in a file, anywhere. */
const share = fc.noBias(fc.nat(999_999)).map((part) => part / 1_000_000);

/** An export with some bits that are not what they were, or with a part that is missing, doubled or of another. */
async function flips(): Promise<HostileCase[]> {
  const { content } = await goodExport();
  const flip = fc.tuple(share, fc.integer({ min: 0, max: 7 }));
  const sampled = fc.sample(fc.array(flip, { minLength: 1, maxLength: 3 }), {
    seed: 1_301,
    numRuns: 14,
  });
  return sampled.map((bits, index) => {
    const changed = Buffer.from(content);
    for (const [place, bit] of bits) {
      const byte = Math.floor(place * changed.length);
      changed[byte] = (changed[byte] ?? 0) ^ (1 << bit);
    }
    return bytesCase(`with flipped bits, ${index}`, "as-was", changed);
  });
}

async function moved(): Promise<HostileCase[]> {
  const { content } = await goodExport();
  const sampled = fc.sample(fc.tuple(share, share), { seed: 1_302, numRuns: 8 });
  return sampled.map(([one, other], index) => {
    const [from, to] = [one, other]
      .map((place) => Math.floor(place * content.length))
      .sort((a, b) => a - b);
    const [head, part, tail] = [
      content.subarray(0, from),
      content.subarray(from, to),
      content.subarray(to),
    ];
    const changed = [
      [head, tail],
      [head, part, part, tail],
      [part, head, tail],
      [head, everyWay, tail],
    ][index % 4];
    return bytesCase(`with a part elsewhere, ${index}`, "as-was", Buffer.concat(changed ?? []));
  });
}

const zipCase = (name: string, ends: Ending, entries: readonly ZipEntry[], shape: ZipShape = {}) =>
  bytesCase(name, ends, zipOf(entries, shape));

const huge = 2 ** 53;
const spaces = (bytes: number) => `[${" ".repeat(bytes)}]`;
const shell = (name: string): ZipEntry => ({ name, content: "[]" });
const lies: HostileCase[] = [
  zipCase("the flag of a password", "encrypted", [{ ...list, flags: 1 }]),
  zipCase("the method of AES", "encrypted", [photo, { ...list, method: 99 }]),
  zipCase("a method that is none", "damaged", [{ ...list, method: 14 }]),
  zipCase("deflated, and called stored", "damaged", [{ ...list, method: 0 }]),
  zipCase("stored, and called deflated", "damaged", [{ ...list, stored: true, method: 8 }]),
  zipCase("a wrong CRC", "damaged", [{ ...list, crc: 7 }]),
  zipCase("a wrong CRC behind the data", "damaged", [{ ...list, crc: 7, descriptor: marked }]),
  zipCase("longer than it says", "damaged", [{ ...list, size: 5 }]),
  zipCase("shorter than it says", "damaged", [{ ...list, size: 50_000 }]),
  zipCase("a size of 9 PB", "too-large", [{ ...list, size: huge, zip64: true }], { zip64: true }),
  zipCase("a size of 4 GiB", "too-large", [{ ...list, size: 0xffff_ffff }]),
  zipCase("overlapping entries", "damaged", [list, { ...photo, directory: { offset: 0 } }]),
  zipCase("an offset outside", "damaged", [{ ...list, directory: { offset: 0x7fff_ffff } }]),
  zipCase(
    "an offset of zip64 outside",
    "damaged",
    [{ ...list, zip64: true, directory: { offset: huge } }],
    { zip64: true },
  ),
  zipCase("another name in the directory", "damaged", [
    { ...photo, directory: { name: followersPath } },
  ]),
  zipCase("another CRC in the directory", "damaged", [{ ...list, directory: { crc: 1 } }]),
  zipCase("another length in the directory", "damaged", [
    { ...list, directory: { compressed: 1, size: 1 } },
  ]),
  zipCase("an entry that the directory leaves out", "damaged", [photo, list], { listed: [0] }),
  zipCase("an entry twice in the directory", "damaged", [photo, list], { listed: [0, 1, 1] }),
  zipCase("too few entries by its own word", "damaged", [photo, list], { count: 1 }),
  zipCase("65,535 entries by its own word", "damaged", [photo, list], { count: 65_535 }),
  zipCase("a directory in reverse", "used", [photo, list], { reversed: true }),
  zipCase("zip64 records that nobody needs", "used", [{ ...list, zip64: true }], { zip64: true }),
  zipCase("a comment with a directory's end in it", "used", [list], {
    comment: "PK\x05\x06".padEnd(40, "\0"),
  }),
  zipCase("a symlink for the followers", "damaged", [{ ...list, mode: 0o120777 }]),
  zipCase("a symlink elsewhere", "used", [{ ...photo, mode: 0o120777 }, list]),
  zipCase("a ZIP in the ZIP", "not-an-export", [{ name: "export.zip", content: everyWay }]),
  zipCase("followers that are a ZIP", "damaged", [{ ...list, content: everyWay, stored: true }]),
  zipCase("nothing in it", "not-an-export", []),
  zipCase("a folder only", "no-followers", [{ name: "connections/", content: "", stored: true }]),
  bytesCase("two ZIPs, one behind the other", "damaged", Buffer.concat([everyWay, everyWay])),
  bytesCase("bytes before it", "not-an-export", Buffer.concat([Buffer.from("MZ"), everyWay])),
  bytesCase("bytes behind it", "damaged", Buffer.concat([everyWay, Buffer.from("!")])),
  bytesCase("a directory only", "not-an-export", everyWay.subarray(records(everyWay).at(-4))),
  zipCase("a bomb of spaces", "too-large", [at(followersPath, spaces(40_000_000))]),
  zipCase("a bomb without a length", "too-large", [
    { ...at("x.bin", spaces(40_000_000)), descriptor: marked },
    list,
  ]),
  zipCase(
    "2,000 other files",
    "not-an-export",
    Array.from({ length: 2_000 }, (_, index) => shell(`media/posts/${index}.jpg`)),
  ),
  zipCase("a name of 5,000 bytes", "damaged", [at(`${"x".repeat(5_000)}/${followersPath}`)]),
  zipCase("a name that leads out", "used", [at(`../../../../etc/${followersPath}`)]),
  zipCase("a name of Windows", "used", [at(`C:\\${followersPath.replaceAll("/", "\\")}`)]),
  zipCase("a name with a null", "not-an-export", [at(`followers_1.json\0.jpg`)]),
  zipCase("a name that is no text", "used", [
    { ...list, name: Buffer.concat([Buffer.from([0xff, 0xfe, 0x2f]), Buffer.from(followersPath)]) },
  ]),
  zipCase("the same file twice", "used", [list, list]),
  zipCase("two files of one name", "damaged", [list, at(followersPath, listOf(["other"]))]),
  zipCase("a pointer of the prototype for a name", "used", [
    shell("__proto__/constructor.json"),
    shell("__proto__"),
    list,
  ]),
];

/** ZIPs that are broken, cut, or lie. */
export const brokenZips = async (): Promise<HostileCase[]> => [
  ...cuts(),
  ...(await flips()),
  ...(await moved()),
  ...lies,
  filesCase("the same ZIP twice", "used", [zipped(list), zipped(list)]),
  filesCase("parts of two exports", "damaged", [
    zipped(list),
    zipped(at(followersPath, listOf(names.slice(5)))),
  ]),
  filesCase("a part that is cut", "damaged", [
    zipped(list),
    { name: "part-2.zip", content: everyWay.subarray(0, 200) },
  ]),
  filesCase("an export as pages", "html-format", [await goodExport({ format: "html" })]),
];
