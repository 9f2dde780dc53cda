import { boundary, type FormPart, formOf } from "./form.ts";
import { alone, list, listOf, names, zipped } from "./good-export.ts";
import { type Ending, exportPart, filesCase, type HostileCase } from "./hostile-case.ts";

const whole = exportPart(alone(listOf(names)));
const honest = formOf([whole]);
const field = (name: string, content: Buffer | string): FormPart => ({ name, content });
const repeated = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

const formCase = (name: string, ends: Ending, parts: readonly FormPart[]): HostileCase => ({
  name,
  ends,
  ...formOf(parts),
});
const typed = (contentType: string, ends: Ending, body = honest.body): HostileCase => ({
  name: `the type ${contentType.slice(0, 60)}`,
  contentType,
  body,
  ends,
});
/** The form with something else in it, byte for byte. */
const edited = (name: string, ends: Ending, edit: (text: string) => string): HostileCase => ({
  name,
  ends,
  contentType: honest.contentType,
  body: Buffer.from(edit(honest.body.toString("latin1")), "latin1"),
});
const fileNamed = (fileName: string, ends: Ending) =>
  formCase(`a file named ${JSON.stringify(fileName.slice(0, 30))}`, ends, [{ ...whole, fileName }]);

const multipart = "multipart/form-data";
const types: HostileCase[] = [
  typed(multipart, 400),
  typed(`${multipart}; boundary`, 400),
  typed(`${multipart}; boundary=`, 400),
  typed(`${multipart}; boundary=""`, 400),
  typed(`${multipart}; xboundary=${boundary}`, 400),
  typed(`${multipart}; boundary=other`, 400),
  typed(`${multipart}; boundary=${"b".repeat(4_000)}`, 400),
  typed(`${multipart}; boundary="${boundary}"`, "used"),
  typed(`${multipart}; charset=utf-16; boundary=${boundary}`, "used"),
  typed(`Multipart/Form-Data; BOUNDARY=${boundary}`, "used"),
  typed("multipart/mixed; boundary=a", 415),
  typed("application/zip", 415),
  typed("application/json", 400),
  typed("application/x-www-form-urlencoded", 400),
];

const heads: HostileCase[] = [
  edited("nothing", 400, () => ""),
  edited("only a boundary", 400, () => `--${boundary}`),
  edited("only a last boundary", 400, () => `--${boundary}--\r\n`),
  edited("no last boundary", 400, (text) => text.slice(0, -20)),
  edited("cut in a head", 400, (text) => text.slice(0, 70)),
  edited("lines that end with LF", 400, (text) => text.replaceAll("\r\n", "\n")),
  edited("something before it", "used", (text) => `${"preamble ".repeat(500)}\r\n${text}`),
  edited("something behind it", "used", (text) => text + "epilogue ".repeat(500)),
  edited("a part without a disposition", 400, (text) => text.replace("content-disposition", "x")),
  edited("a part that is no form data", 400, (text) => text.replace("form-data", "attachment")),
  edited("a part without a name", 400, (text) => text.replace('name="export"; ', "")),
  edited("another name", 400, (text) => text.replace('name="export"', 'name="exports"')),
  edited("two names", "used", (text) => text.replace('name="export"', 'name="a"; name="export"')),
  edited("a head of 100 KB", "used", (text) =>
    text.replace("content-type", `x-long: ${"x".repeat(100_000)}\r\ncontent-type`),
  ),
  edited("1,000 heads", 400, (text) =>
    text.replace("content-disposition", `${"x-more: 1\r\n".repeat(1_000)}content-disposition`),
  ),
  edited("an encoding that is none", "used", (text) =>
    text.replace("content-type", "content-transfer-encoding: base64\r\ncontent-type"),
  ),
  edited("a name in another way", "used", (text) =>
    text.replace('filename="', `filename*=utf-8''followers_1.json; x="`),
  ),
  edited("a part of many parts", "used", (text) =>
    text.replace("application/octet-stream", "multipart/mixed; boundary=inner"),
  ),
];

const fields: HostileCase[] = [
  formCase("no file", 400, [field("followersShown", "80")]),
  formCase("the export as a field", 400, [field("export", "[]")]),
  formCase("an export that nobody chose", 400, [{ ...whole, fileName: "", content: "" }]),
  formCase("21 fields", 413, [...repeated(21, (index) => field(`f${index}`, "")), whole]),
  formCase("21 fields behind the file", 413, [whole, ...repeated(21, () => field("f", ""))]),
  formCase("a field of 2 KB", 413, [field("takenAt", "x".repeat(2_000)), whole]),
  formCase("a field of 2 MB", 413, [field("takenAt", "x".repeat(2_000_000)), whole]),
  formCase("a field of 2 KB behind the file", 413, [whole, field("takenAt", "x".repeat(2_000))]),
  formCase(
    "501 files",
    413,
    repeated(501, (index) => ({ ...whole, content: "", fileName: `${index}.jpg` })),
  ),
  formCase(
    "500 files",
    "used",
    repeated(500, (index) => exportPart(alone(listOf([`a${index}`]), `followers_${index}.json`))),
  ),
  formCase("fields of JavaScript", "used", [
    field("__proto__", "x"),
    field("constructor", "x"),
    field("", "x"),
    whole,
  ]),
  ...["-1", "NaN", "1e5", "<b>", "9".repeat(40)].map((shown) =>
    formCase(`${shown.slice(0, 9)} followers shown`, 400, [field("followersShown", shown), whole]),
  ),
  ...["1601-01-01", "9999-12-31", "2026-02-30", "2026-05-11T99:99:99Z", "\0"].map((time) =>
    formCase(`taken at ${JSON.stringify(time)}`, "used", [field("takenAt", time), whole]),
  ),
  filesCase("a file beside it that is nothing", "used", [zipped(list), alone("", "a.txt")]),
];

const fileNames: HostileCase[] = [
  fileNamed("../../../etc/followers_1.json", "used"),
  fileNamed("C:\\fakepath\\followers_1.json", "used"),
  fileNamed("FOLLOWERS_1.JSON", "used"),
  fileNamed("followers_1.json\0.png", "not-an-export"),
  fileNamed("followers_1.json\u202e", "not-an-export"),
  fileNamed("<script>alert(1)</script>followers_1.json", "not-an-export"),
  fileNamed(`${"x".repeat(5_000)}.json`, "not-an-export"),
  fileNamed("instagram-ana-9999-99-99-x.zip", "not-an-export"),
  fileNamed(".", 400),
];

/** Forms that no browser sends. */
export const brokenForms = [...types, ...heads, ...fields, ...fileNames];
