/** An entry of a ZIP as it is copied: its data stay as they are in the original, compressed or not. */
export interface CopiedEntry {
  name: Uint8Array;
  flags: number;
  method: number;
  /** Date and time as ZIPs write them. */
  modified: number;
  crc: number;
  compressed: number;
  size: number;
  madeBy: number;
  attributes: number;
  data: Blob;
}

const localHeaderBytes = 30;
const signatures = { local: 0x04034b50, directory: 0x02014b50, end: 0x06054b50 };
/** Clears the flag of a data descriptor: the sizes are in the header. */
const withoutDescriptor = ~0x0008;
const most = { entries: 0xffff, bytes: 0xffff_ffff };

/**
 * A ZIP of these entries. Their data are not read: a Blob refers to its parts, and the browser takes them from the
 * disk while it sends them.
 * @throws where it would need the larger form of ZIP
 */
export function zipOf(entries: readonly CopiedEntry[]): Blob {
  const parts: BlobPart[] = [];
  const directory: BlobPart[] = [];
  let offset = 0;
  let directoryBytes = 0;
  for (const entry of entries) {
    const local = record(localHeaderBytes, signatures.local, (view) => writeCommon(view, 4, entry));
    parts.push(local, bytesOf(entry.name), entry.data);
    const start = offset;
    directory.push(
      record(46, signatures.directory, (view) => {
        view.setUint16(4, entry.madeBy, true);
        writeCommon(view, 6, entry);
        view.setUint32(38, entry.attributes, true);
        view.setUint32(42, start, true);
      }),
      bytesOf(entry.name),
    );
    offset += localHeaderBytes + entry.name.length + entry.data.size;
    directoryBytes += 46 + entry.name.length;
  }
  if (entries.length > most.entries || offset + directoryBytes > most.bytes)
    throw new Error("the parts that are read are too large for a small ZIP");
  const end = record(22, signatures.end, (view) => {
    view.setUint16(8, entries.length, true);
    view.setUint16(10, entries.length, true);
    view.setUint32(12, directoryBytes, true);
    view.setUint32(16, offset, true);
  });
  return new Blob([...parts, ...directory, end], { type: "application/zip" });
}

const bytesOf = (name: Uint8Array) => new Uint8Array(name);

function record(length: number, signature: number, fill: (view: DataView) => void): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(length));
  view.setUint32(0, signature, true);
  fill(view);
  return view.buffer;
}

/** The fields that both kinds of record have in the same order. */
function writeCommon(view: DataView, at: number, entry: CopiedEntry): void {
  view.setUint16(at, 20, true);
  view.setUint16(at + 2, entry.flags & withoutDescriptor, true);
  view.setUint16(at + 4, entry.method, true);
  view.setUint32(at + 6, entry.modified, true);
  view.setUint32(at + 10, entry.crc, true);
  view.setUint32(at + 14, entry.compressed, true);
  view.setUint32(at + 18, entry.size, true);
  view.setUint16(at + 22, entry.name.length, true);
}

/** Where an entry's data begin: its own header says how long its name and extra fields are. */
export async function dataStart(file: Blob, offset: number): Promise<number> {
  const view = new DataView(await file.slice(offset, offset + localHeaderBytes).arrayBuffer());
  if (view.byteLength < localHeaderBytes || view.getUint32(0, true) !== signatures.local)
    throw new Error("there is no entry where the directory says");
  return offset + localHeaderBytes + view.getUint16(26, true) + view.getUint16(28, true);
}
